import { useParams } from '@tanstack/react-router'
import { type ComponentType, useMemo } from 'react'
import { api, body } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import figures from '../kit/figures.module.css'
import { formatDocument, formatNumber, formatPercent, formatSums, formatTime } from '../kit/format'
import type { ListDefinition } from '../kit/list/definition'
import { ResourceList } from '../kit/list/ResourceList'
import type { SummaryProps } from '../kit/list/summary'
import { Loaded } from '../kit/record/Loaded'
import { payerPath } from '../kit/record/objectPath'
import { useRecord } from '../kit/record/useRecord'
import { NavTabs } from '../ui/NavTabs'
import { type Payer, rowsOf, SIDES, type Side } from './payer'

/** A payer, by any charge or recurrence of theirs. */
export function usePayer(id: string) {
  return useRecord(
    'payin.payer',
    id,
    (signal) => body(api.GET('/v1/payin/payers/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
}

/** Everything of one payer: what they paid and what went back, and each of it in a list of its own. */
export function PayerPage<Row>({ side, list }: { side: Side; list: ListDefinition<Row> }) {
  const { id = '' } = useParams({ strict: false })
  const payer = usePayer(id)
  return <Loaded query={payer}>{(found) => <Page payer={found} side={side} list={list} />}</Loaded>
}

interface PageProps<Row> {
  payer: Payer
  side: Side
  list: ListDefinition<Row>
}

function Page<Row>({ payer, side, list }: PageProps<Row>) {
  const t = useT('kit', 'payin', 'med', 'pix', 'payers')
  const { document, name } = payer
  const theirs = useMemo(() => ({ ...list, within: rowsOf({ document, name }) }), [list, document, name])
  const Summary = useMemo<ComponentType<SummaryProps>>(() => () => <Figures payer={payer} />, [payer])
  return (
    <ResourceList
      // Each side is a list of its own, with its own rows and columns.
      key={side}
      list={theirs}
      title={name ?? formatDocument(document ?? '')}
      caption={t(`payers.tab.${side}`)}
      tabs={<PayerTabs payer={payer} />}
      Summary={Summary}
    />
  )
}

/** The lists of a payer, and what happened with them. */
export function PayerTabs({ payer }: { payer: Payer }) {
  const t = useT('payers')
  const language = useLanguage()
  const counts = { refunds: payer.sums.reduce((sum, { refunds }) => sum + refunds, 0), ...payer }
  return (
    <NavTabs
      label={t('payers.tab.name')}
      tabs={[
        { to: payerPath(payer.id), label: t('payers.tab.charges') },
        ...SIDES.map((each) => ({
          to: `${payerPath(payer.id)}/${each}`,
          label: t('payers.tab.count', {
            name: t(`payers.tab.${each}`),
            count: formatNumber(counts[each], language),
          }),
        })),
        { to: `${payerPath(payer.id)}/timeline`, label: t('payers.tab.timeline') },
      ]}
    />
  )
}

/** What a payer comes to. */
export function Figures({ payer }: { payer: Payer }) {
  const t = useT('payers')
  const language = useLanguage()
  const { document, company_name, sums, partial, first_at, last_at } = payer
  const many = t('payers.too_many')
  const count = (of: 'charges' | 'converted') => sums.reduce((total, each) => total + each[of], 0)
  const whole = sums.length === 1 ? (sums[0]?.paid.amount ?? 0) : 0
  const back = sums.length === 1 ? (sums[0]?.refunded.amount ?? 0) : 0
  const day = (at: string | null) => at && formatTime(at, language, { time: 'none' })
  const shown = [
    {
      key: 'paid',
      value: partial
        ? many
        : formatSums(
            sums.map(({ paid }) => paid),
            language,
          ),
      note: partial ? '' : t('payers.converted', { count: count('converted'), all: count('charges') }),
    },
    {
      key: 'refunded',
      value: partial
        ? many
        : formatSums(
            sums.map(({ refunded }) => refunded),
            language,
          ),
      note:
        whole > 0
          ? t('payers.of_paid', { share: formatPercent(((back / whole) * 100).toFixed(1), language) })
          : '',
    },
    {
      key: 'seen',
      value: day(last_at) ?? '—',
      note: first_at ? t('payers.since', { day: day(first_at) ?? '' }) : '',
    },
    {
      key: 'who',
      value: document ? formatDocument(document) : t('payers.no_document'),
      note: t(document ? 'payers.payer_of' : 'payers.by_name', { merchant: company_name }),
    },
  ]
  return (
    <dl className={figures.figures}>
      {shown.map(({ key, value, note }) => (
        <div key={key} className={figures.card}>
          <dt className={figures.name}>{t(`payers.figure.${key}`)}</dt>
          <dd className={figures.value}>
            {value}
            {note && <span className={figures.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
