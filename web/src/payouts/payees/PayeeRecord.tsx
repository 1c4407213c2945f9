import { useParams } from '@tanstack/react-router'
import { Ban, CircleAlert, CircleCheck, Clock, Eye, Pencil, Plus, RefreshCw } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDocument, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Badge } from '../../ui/Badge'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { Destinations } from './Destinations'
import { graphTab } from './graph/graphTab'
import styles from './NameMatch.module.css'
import { MAY_READ, MAY_WRITE, PAYEE_STATUSES, PAYEES_PATH, type PayeeRecord, wordOf } from './payee'

const acts = lazyDialog(() => import('./commands/payeeActs'))
const addPlace = lazyDialog(() => import('./commands/AddDestination'))
const reveal = lazyDialog(() => import('./commands/Reveal'))

/** One payee: as the book has it, as the directory says, and where it is paid. Follows a look-up that is under way. */
export function PayeePage() {
  const { id = '' } = useParams({ strict: false })
  const payee = useRecord(
    'payouts.payee',
    id,
    (signal) => body(api.GET('/v1/payouts/payees/{id}', { params: { path: { id } }, signal })),
    ({ checking }) => checking,
  )
  return <Loaded query={payee}>{(found) => <Record payee={found} />}</Loaded>
}

function Record({ payee }: { payee: PayeeRecord }) {
  const t = useT('common', 'kit', 'payees')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payees.title'), to: PAYEES_PATH }, { label: payee.name }]}
          title={payee.name}
          status={<StatusWord values={PAYEE_STATUSES} value={payee.status} text={{ t, language }} />}
          subtitle={formatDocument(payee.document)}
          actions={<Actions payee={payee} />}
        />
      }
      situation={
        <div aria-live="polite">
          <Situation payee={payee} />
        </div>
      }
      main={
        <>
          {payee.fields.length > 0 && <Fields fields={payee.fields} />}
          {payee.places.length > 0 ? (
            <Destinations payee={payee} />
          ) : (
            <Card>
              <EmptyState level={2} title={t('payees.place.none')} hint={t('payees.place.none_hint')} />
            </Card>
          )}
        </>
      }
      side={<Known payee={payee} />}
      tabs={[graphTab(t, payee.id), trailTab(t, 'payees', payee.id)]}
      raw={payee}
    />
  )
}

function Actions({ payee }: { payee: PayeeRecord }) {
  const t = useT('payees')
  const icon = { size: 18, strokeWidth: 1.75 }
  const blocked = payee.status === 'blocked'
  const withKey = payee.places.some(
    ({ kind, state }) => kind === 'key' && state !== 'refused' && state !== 'retired',
  )
  const shared = { dialog: acts, permissions: MAY_WRITE, variant: 'secondary' } as const
  const given = { id: payee.id, name: payee.name, tradeName: payee.trade_name }
  return (
    <>
      <CommandButton
        dialog={reveal}
        given={{ id: payee.id, name: payee.name, places: payee.places }}
        permissions={MAY_READ}
        variant="secondary"
        icon={<Eye {...icon} />}
      >
        {t('payees.reveal.open')}
      </CommandButton>
      <CommandButton {...shared} given={{ ...given, what: 'correct' }} icon={<Pencil {...icon} />}>
        {t('payees.correct.open')}
      </CommandButton>
      <CommandButton
        {...shared}
        given={{ ...given, what: blocked ? 'unblock' : 'block' }}
        icon={blocked ? <CircleCheck {...icon} /> : <Ban {...icon} />}
      >
        {t(blocked ? 'payees.unblock.open' : 'payees.block.open')}
      </CommandButton>
      {!blocked && (
        <>
          <CommandButton
            {...shared}
            given={{ ...given, what: 'check' }}
            disabled={payee.checking || !withKey}
            icon={<RefreshCw {...icon} />}
          >
            {t('payees.check.open')}
          </CommandButton>
          <CommandButton
            dialog={addPlace}
            given={{ id: payee.id, name: payee.name }}
            permissions={MAY_WRITE}
            icon={<Plus {...icon} />}
          >
            {t('payees.add_place.open')}
          </CommandButton>
        </>
      )}
    </>
  )
}

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** What a person should know first. */
function Situation({
  payee: { status, reason, divergent, checking, check_problem },
}: {
  payee: PayeeRecord
}) {
  const t = useT('payees')
  if (status === 'blocked') {
    return (
      <Banner tone="atention" icon={<Ban {...ICON} />}>
        <strong>{t('payees.situation.blocked')}</strong>
        <p>{reason}</p>
      </Banner>
    )
  }
  if (checking) {
    return (
      <Banner tone="awaiting" icon={<Clock {...ICON} />}>
        {t(check_problem ? `payees.problem.${check_problem}` : 'payees.situation.checking')}
      </Banner>
    )
  }
  if (status === 'divergent') {
    return (
      <Banner tone="error" icon={<CircleAlert {...ICON} />}>
        <strong>{t('payees.situation.divergent')}</strong>
        <p>{divergent.map((field) => wordOf(t, 'divergent', field)).join(' · ')}</p>
      </Banner>
    )
  }
  if (status === 'expired') {
    return (
      <Banner tone="atention" icon={<Clock {...ICON} />}>
        {t('payees.situation.expired')}
      </Banner>
    )
  }
  return null
}

/** The book beside what the directory says, field by field. */
function Fields({ fields }: { fields: PayeeRecord['fields'] }) {
  const t = useT('payees')
  const shown = (field: string, value: string | null) =>
    value === null
      ? '—'
      : field === 'document'
        ? formatDocument(value)
        : field === 'kind'
          ? wordOf(t, 'kind', value)
          : value
  return (
    <Card
      title={t('payees.card.fields')}
      actions={
        fields[0] && (
          <span className={styles.lookedUp}>
            {t('payees.fields.at')} <DateTime at={fields[0].at} />
          </span>
        )
      }
      flush
    >
      <MiniTable
        label={t('payees.card.fields')}
        columns={[
          { key: 'field', title: t('payees.fields.field') },
          { key: 'ours', title: t('payees.fields.ours') },
          { key: 'found', title: t('payees.fields.found') },
          { key: 'agrees', title: t('payees.fields.agrees') },
        ]}
        rows={fields.map(({ field, ours, found, agrees }) => ({
          key: field,
          cells: [
            wordOf(t, 'field', field),
            shown(field, ours),
            shown(field, found),
            agrees === null ? (
              '—'
            ) : (
              <Badge tone={agrees ? 'success' : 'error'}>{t(`payees.agrees.${agrees ? 'yes' : 'no'}`)}</Badge>
            ),
          ],
        }))}
      />
    </Card>
  )
}

function Known({ payee }: { payee: PayeeRecord }) {
  const t = useT('payees')
  const language = useLanguage()
  return (
    <Card title={t('payees.card.payee')}>
      <Facts
        facts={[
          { label: t('payees.column.trade_name'), value: payee.trade_name },
          { label: t('payees.column.source'), value: wordOf(t, 'source', payee.source) },
          { label: t('payees.column.created_at'), value: <DateTime at={payee.created_at} year="always" /> },
          {
            label: t('payees.column.checked_at'),
            value: payee.checked_at && <DateTime at={payee.checked_at} year="always" />,
          },
          {
            label: t('payees.column.expires_at'),
            value: payee.expires_at && <DateTime at={payee.expires_at} year="always" />,
          },
          { label: t('payees.column.lookups_left'), value: formatNumber(payee.lookups_left, language) },
        ]}
      />
    </Card>
  )
}
