import { Link, useParams } from '@tanstack/react-router'
import { Coins, FileText, Gauge, KeyRound, Pencil, PlugZap, Power } from 'lucide-react'
import { api, body } from '../../app/api'
import { type Language, useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDocument, formatMoney, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Calls, Failures } from '../../payin/processors/record/Calls'
import { Certificate, Test } from '../../payin/processors/record/Known'
import { Situation } from '../../payin/processors/record/Situation'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { Tariffs, TermsCard } from './Costs'
import { LOT_STATES, lotPath } from './lots'
import { Mailbox } from './Mailbox'
import { MAY_PAYING, PAYING_PATH, PAYING_STATUSES, type PayingProcessor, SEE_PAYING } from './processors'

const acts = lazyDialog(() => import('./acts'))
const change = lazyDialog(() => import('./ChangeProcessor'))
const rotate = lazyDialog(() => import('./RotateCredentials'))
const terms = lazyDialog(() => import('./terms'))

/** One processor that pays: how it does, what follows it, and what can be done about it. */
export function ProcessorPage() {
  const t = useT('common')
  if (!may(SEE_PAYING)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <Asked />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const processor = useRecord(
    'payouts.processor',
    id,
    (signal) => body(api.GET('/v1/payouts/processors/{id}', { params: { path: { id } }, signal })),
    ({ pending, testing }) => pending || testing,
  )
  return <Loaded query={processor}>{(found) => <Record processor={found} />}</Loaded>
}

function Record({ processor }: { processor: PayingProcessor }) {
  const t = useT('kit', 'processors', 'payoutFiles')
  const language = useLanguage()
  const byFile = processor.adapter === 'cnab240'
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutFiles.processors.title'), to: PAYING_PATH }, { label: processor.name }]}
          title={processor.name}
          status={<StatusWord values={PAYING_STATUSES} value={processor.status} text={{ t, language }} />}
          subtitle={t(`payoutFiles.processors.adapters.${processor.adapter}`)}
          actions={<Actions processor={processor} />}
        />
      }
      situation={<Situation processor={processor} disabled="payoutFiles.processors.drained" />}
      main={
        <>
          {byFile ? <Account processor={processor} /> : <Called processor={processor} />}
          {byFile && <Mailbox processor={processor} />}
          <Tariffs tariffs={processor.tariffs} />
          {processor.adapter === 'lots' && <Lots lots={processor.lots} />}
          {!byFile && <Calls hours={processor.hours} />}
          {(!byFile || processor.failures.length > 0) && <Failures failures={processor.failures} />}
        </>
      }
      side={
        <>
          <TermsCard processor={processor} />
          {!byFile && <Certificate processor={processor} />}
          {!byFile && <Test processor={processor} />}
        </>
      }
      tabs={[trailTab(t, 'payout-processors', processor.id)]}
    />
  )
}

function Actions({ processor }: { processor: PayingProcessor }) {
  const t = useT('processors', 'payoutFiles')
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { permissions: MAY_PAYING, anyMerchant: true, variant: 'secondary' } as const
  const byFile = processor.adapter === 'cnab240'
  return (
    <>
      {!byFile && (
        <CommandButton
          {...shared}
          dialog={acts}
          given={{ processor, what: 'test' }}
          icon={<PlugZap {...icon} />}
        >
          {t('processors.test.open')}
        </CommandButton>
      )}
      <CommandButton {...shared} dialog={change} given={{ processor }} icon={<Pencil {...icon} />}>
        {t('processors.change.open')}
      </CommandButton>
      <CommandButton
        {...shared}
        dialog={terms}
        given={{ processor, what: 'limit' }}
        icon={<Gauge {...icon} />}
      >
        {t('payoutFiles.processors.limit.open')}
      </CommandButton>
      <CommandButton
        {...shared}
        dialog={terms}
        given={{ processor, what: 'charge' }}
        icon={<Coins {...icon} />}
      >
        {t('payoutFiles.processors.charge.open')}
      </CommandButton>
      <CommandButton
        {...shared}
        dialog={terms}
        given={{ processor, what: 'tell' }}
        icon={<FileText {...icon} />}
      >
        {t('payoutFiles.processors.tell.open')}
      </CommandButton>
      {!byFile && (
        <CommandButton {...shared} dialog={rotate} given={{ processor }} icon={<KeyRound {...icon} />}>
          {t('processors.rotate.open')}
        </CommandButton>
      )}
      <CommandButton
        {...shared}
        dialog={acts}
        given={{ processor, what: processor.enabled ? 'disable' : 'enable' }}
        disabled={!processor.ready}
        title={processor.ready ? undefined : t('processors.enable.untested')}
        icon={<Power {...icon} />}
      >
        {processor.enabled ? t('payoutFiles.processors.drain.open') : t('processors.enable.open')}
      </CommandButton>
    </>
  )
}

/** With what it is called; its secrets are nowhere. */
function Called({ processor }: { processor: PayingProcessor }) {
  const t = useT('processors', 'payoutFiles')
  const language = useLanguage()
  return (
    <Card title={t('processors.card_title.known')}>
      <Facts
        facts={[
          { label: t('processors.field.base_url'), value: processor.base_url, wide: true },
          { label: t('processors.field.token_url'), value: processor.token_url, wide: true },
          { label: t('processors.field.client_id'), value: processor.client_id },
          ...(processor.adapter === 'lots'
            ? lotFacts(processor, t, language)
            : [{ label: t('payoutFiles.processors.field.pix_key'), value: processor.pix_key }]),
          ...commonFacts(processor, t, language),
        ]}
      />
    </Card>
  )
}

const digit = (value: string | null) => (value ? `-${value}` : '')
const accountOf = ({ branch, branch_digit, number, number_digit }: PayingProcessor) =>
  `${branch}${digit(branch_digit)} · ${number}${digit(number_digit)}`

/** Which account its lots debit, and how they are numbered. */
function lotFacts(processor: PayingProcessor, t: ReturnType<typeof useT>, language: Language) {
  return [
    { label: t('payoutFiles.processors.branch_account'), value: accountOf(processor) },
    {
      label: t('payoutFiles.processors.field.most_lines'),
      value: formatNumber(processor.most_lines ?? 0, language),
    },
    { label: t('payoutFiles.lots.last_number'), value: processor.last_sequence || '—' },
  ]
}

/** The newest lots of it, and where each is. */
function Lots({ lots }: { lots: PayingProcessor['lots'] }) {
  const t = useT('kit', 'processors', 'payoutFiles')
  const language = useLanguage()
  return (
    <Card title={t('payoutFiles.lots.title')} flush>
      {lots.length === 0 ? (
        <p>{t('payoutFiles.lots.none')}</p>
      ) : (
        <MiniTable
          label={t('payoutFiles.lots.title')}
          columns={[
            { key: 'number', title: t('payoutFiles.lots.number') },
            { key: 'state', title: t('payoutFiles.lots.state_of'), wide: true },
            { key: 'method', title: t('payoutFiles.lots.method') },
            { key: 'lines', title: t('payoutFiles.column.entries'), end: true },
            { key: 'amount', title: t('payoutFiles.lots.amount'), end: true },
            { key: 'released_at', title: t('payoutFiles.lots.released_at'), wide: true },
          ]}
          rows={lots.map((lot) => ({
            key: lot.id,
            cells: [
              <Link key="number" to={lotPath(lot.id)}>
                {lot.request_number}
              </Link>,
              <span key="state">
                <StatusWord values={LOT_STATES} value={lot.state} text={{ t, language }} />
                {lot.waiting > 0 && lot.state === 'released' && (
                  <div>{t('payoutFiles.lots.waiting', { count: lot.waiting })}</div>
                )}
              </span>,
              t(`payoutFiles.method.${lot.method}`),
              formatNumber(lot.lines, language),
              formatAmount(lot.amount, language),
              lot.released_at ? <DateTime key="released_at" at={lot.released_at} year="always" /> : '—',
            ],
          }))}
          most={20}
        />
      )}
    </Card>
  )
}

/** Which account its files debit, as the bank knows it. */
function Account({ processor }: { processor: PayingProcessor }) {
  const t = useT('processors', 'payoutFiles')
  const language = useLanguage()
  return (
    <Card title={t('payoutFiles.processors.account')}>
      <Facts
        facts={[
          { label: t('payoutFiles.processors.field.holder_name'), value: processor.holder_name, wide: true },
          {
            label: t('payoutFiles.processors.field.holder_document'),
            value: processor.holder_document && formatDocument(processor.holder_document),
          },
          { label: t('payoutFiles.processors.field.bank'), value: processor.bank },
          { label: t('payoutFiles.processors.field.agreement'), value: processor.agreement },
          {
            label: t('payoutFiles.processors.branch_account'),
            value: accountOf(processor),
          },
          { label: t('payoutFiles.processors.last_sequence'), value: processor.last_sequence || '—' },
          ...commonFacts(processor, t, language),
        ]}
      />
    </Card>
  )
}

function commonFacts(processor: PayingProcessor, t: ReturnType<typeof useT>, language: Language) {
  return [
    { label: t('payoutFiles.processors.field.ispb'), value: processor.ispb },
    {
      label: t('payoutFiles.processors.methods'),
      value: processor.methods.map((each) => t(`payoutFiles.method.${each}`)).join(', '),
    },
    { label: t('processors.column.priority'), value: processor.priority },
    {
      label: t('payoutFiles.processors.field.cut_off'),
      value: processor.cut_off ?? t('payoutFiles.processors.any_hour'),
    },
    ...(processor.methods.includes('ted')
      ? [{ label: t('payoutFiles.processors.field.ted_cut_off'), value: processor.ted_cut_off }]
      : []),
    {
      label: t('payoutFiles.processors.field.cost'),
      value: processor.cost ? formatMoney(processor.cost, language) : '—',
    },
    { label: t('processors.column.created_at'), value: <DateTime at={processor.created_at} year="always" /> },
  ]
}
