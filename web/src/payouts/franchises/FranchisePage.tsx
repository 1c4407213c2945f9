import { useParams } from '@tanstack/react-router'
import { ArrowRightLeft, CircleAlert, Pause, Pencil, Play } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { lazyAct } from '../../kit/act/lazyAct'
import { CommandButton } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDocument, formatNumber, formatShare } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Problems } from '../Problems'
import styles from '../registers.module.css'
import sums from '../sums.module.css'
import { Destinations, Owners } from './Members'
import { MAY_WRITE, STATUSES, UNITS_PATH, type Unit } from './unit'
import { useOtherUnits } from './useOtherUnits'

const acts = () => import('./commands/acts')
const change = lazyAct(acts, 'change')
const suspend = lazyAct(acts, 'suspend')
const reactivate = lazyAct(acts, 'reactivate')
const move = lazyAct(acts, 'move')
const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** One unit: whose it is, under which contract, with which budget, and where it is paid. */
export function FranchisePage() {
  const { id = '' } = useParams({ strict: false })
  const unit = useRecord(
    'payouts.franchise',
    id,
    (signal) => body(api.GET('/v1/payouts/franchises/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={unit}>{(found) => <Record unit={found} />}</Loaded>
}

function Record({ unit }: { unit: Unit }) {
  const t = useT('kit', 'payoutRegisters')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutRegisters.franchises.title'), to: UNITS_PATH }, { label: unit.name }]}
          title={unit.name}
          status={<StatusWord values={STATUSES} value={unit.status} text={{ t, language }} />}
          subtitle={[formatDocument(unit.document), unit.company_name].join(' · ')}
          actions={<Actions unit={unit} />}
        />
      }
      situation={
        <div className={styles.banners}>
          {unit.status === 'suspended' && (
            <Banner tone="atention" icon={<CircleAlert {...ICON} />}>
              <strong>{t('payoutRegisters.unit.suspended')}</strong>
              <p>{unit.reason}</p>
            </Banner>
          )}
          <Problems title={t('payoutRegisters.unit.lacks')} group="unit_problem" problems={unit.problems} />
        </div>
      }
      main={
        <>
          <Terms unit={unit} />
          <Owners unit={unit} />
          <Destinations unit={unit} />
        </>
      }
      side={<Sums unit={unit} />}
      sideFirst
      tabs={[trailTab(t, 'franchises', unit.id)]}
      raw={unit}
    />
  )
}

function Actions({ unit }: { unit: Unit }) {
  const t = useT('payoutRegisters')
  const others = useOtherUnits(unit)
  const shared = {
    given: { unit, others, accounts: [] },
    permissions: MAY_WRITE,
    variant: 'secondary',
  } as const
  const active = unit.status === 'active'
  return (
    <>
      <CommandButton
        {...shared}
        dialog={active ? suspend : reactivate}
        icon={active ? <Pause {...ICON} /> : <Play {...ICON} />}
      >
        {t(active ? 'payoutRegisters.unit.suspend.open' : 'payoutRegisters.unit.reactivate.open')}
      </CommandButton>
      <CommandButton
        {...shared}
        dialog={move}
        disabled={!unit.budget || others.length === 0}
        icon={<ArrowRightLeft {...ICON} />}
      >
        {t('payoutRegisters.unit.move.open')}
      </CommandButton>
      <CommandButton {...shared} dialog={change} variant="primary" icon={<Pencil {...ICON} />}>
        {t('payoutRegisters.unit.change.open')}
      </CommandButton>
    </>
  )
}

function Terms({ unit }: { unit: Unit }) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  return (
    <Card title={t('payoutRegisters.card.contract')}>
      <Facts
        facts={[
          { label: t('payoutRegisters.column.contract'), value: unit.contract },
          { label: t('payoutRegisters.column.valid_from'), value: formatDay(unit.valid_from, language) },
          {
            label: t('payoutRegisters.column.valid_to'),
            value: unit.valid_to ? formatDay(unit.valid_to, language) : t('payoutRegisters.no_end'),
          },
          { label: t('payoutRegisters.column.royalty'), value: formatShare(unit.royalty, language) },
          {
            label: t('payoutRegisters.column.created_at'),
            value: <DateTime at={unit.created_at} year="always" />,
          },
          { label: t('payoutRegisters.column.created_by'), value: unit.created_by },
        ]}
      />
    </Card>
  )
}

function Sums({ unit }: { unit: Unit }) {
  const t = useT('payoutRegisters')
  const language = useLanguage()
  return (
    <Card title={t('payoutRegisters.card.budget')}>
      <dl className={sums.sums}>
        {(['budget', 'spent', 'left'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`payoutRegisters.unit_sum.${key}`)}</dt>
            <dd>{unit[key] ? <Money value={unit[key]} /> : t('payoutRegisters.no_budget')}</dd>
          </div>
        ))}
        {unit.volumes.map(({ days, payments, amount }) => (
          <div key={days}>
            <dt>
              {t('payoutRegisters.unit_sum.volume', { days, payments: formatNumber(payments, language) })}
            </dt>
            <dd>
              <Money value={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
