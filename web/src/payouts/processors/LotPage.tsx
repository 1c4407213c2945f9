import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatMoney, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { SentLines } from '../SentLines'
import { LINE_OUTCOMES, LOT_STATES, type Lot } from './lots'
import { PAYING_PATH, payingPath, SEE_PAYING } from './processors'

/** One lot: its payments, when it was released, and what the bank says of each. */
export function LotPage() {
  const t = useT('common')
  if (!may(SEE_PAYING)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <Asked />
}

function Asked() {
  const { id = '' } = useParams({ strict: false })
  const lot = useRecord(
    'payouts.lot',
    id,
    (signal) => body(api.GET('/v1/payouts/lots/{id}', { params: { path: { id } }, signal })),
    ({ ended_at }) => !ended_at,
  )
  return <Loaded query={lot}>{(found) => <Record lot={found} />}</Loaded>
}

function Record({ lot }: { lot: Lot }) {
  const t = useT('kit', 'payoutFiles')
  const language = useLanguage()
  const title = t('payoutFiles.lots.numbered', { processor: lot.processor, number: lot.request_number })
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('payoutFiles.processors.title'), to: PAYING_PATH },
            { label: lot.processor, to: payingPath(lot.processor_id) },
            { label: title },
          ]}
          title={title}
          status={<StatusWord values={LOT_STATES} value={lot.state} text={{ t, language }} />}
          subtitle={formatMoney(lot.amount, language)}
        />
      }
      situation={
        <>
          <Banner tone={lot.state === 'refused' ? 'error' : 'info'}>
            {t(`payoutFiles.lots.next.${lot.state}`)}
          </Banner>
          {lot.last_error && lot.state !== 'refused' && (
            <Banner tone="atention">{t('payoutFiles.lots.unknown')}</Banner>
          )}
        </>
      }
      main={<Payments lot={lot} />}
      side={<About lot={lot} />}
      tabs={[trailTab(t, 'payout-lots', lot.id)]}
    />
  )
}

function Payments({ lot: { shown } }: { lot: Lot }) {
  const t = useT('payoutFiles')
  return (
    <SentLines
      lines={shown.map(({ order_number, bank_ref, bank_state, ...line }) => ({
        ...line,
        reference: order_number,
        own: bank_ref ? <code>{bank_ref}</code> : '—',
        said: bank_state && <div>{t('payoutFiles.lots.bank_says', { state: bank_state })}</div>,
      }))}
      outcomes={LINE_OUTCOMES}
      own={t('payoutFiles.lots.bank_ref')}
    />
  )
}

function About({ lot }: { lot: Lot }) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  const at = (moment: string | null) => (moment ? <DateTime at={moment} year="always" time="seconds" /> : '—')
  return (
    <Card title={t('payoutFiles.lots.about')}>
      <Facts
        facts={[
          {
            label: t('payoutFiles.column.processor'),
            value: <Link to={payingPath(lot.processor_id)}>{lot.processor}</Link>,
          },
          { label: t('payoutFiles.lots.number'), value: lot.request_number },
          { label: t('payoutFiles.lots.method'), value: t(`payoutFiles.method.${lot.method}`) },
          { label: t('payoutFiles.column.day'), value: formatDay(lot.day, language) },
          { label: t('payoutFiles.column.entries'), value: formatNumber(lot.lines, language) },
          { label: t('payoutFiles.lots.collected_at'), value: at(lot.created_at) },
          { label: t('payoutFiles.lots.submitted_at'), value: at(lot.submitted_at) },
          { label: t('payoutFiles.lots.released_at'), value: at(lot.released_at) },
          { label: t('payoutFiles.lots.releases'), value: formatNumber(lot.releases, language) },
          { label: t('payoutFiles.column.ended_at'), value: at(lot.ended_at) },
          ...(lot.state === 'refused'
            ? [{ label: t('payoutFiles.lots.refusal'), value: lot.last_error, wide: true }]
            : lot.last_error
              ? [
                  {
                    label: t('payoutFiles.column.last_error'),
                    value: <code>{lot.last_error}</code>,
                    wide: true,
                  },
                ]
              : []),
        ]}
      />
    </Card>
  )
}
