import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { formatMoney, formatTime, shortId } from '../../kit/format'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Card } from '../../ui/Card'
import { HISTORY_PATH, originPath, signed, type Transaction, transactionPath, wordOf } from './entry'
import { Legs } from './Legs'

const STANDS = () => false

/** One journal: both sides of it, what it is about, and what undid it. */
export function TransactionRecord() {
  const { id = '' } = useParams({ strict: false })
  const transaction = useRecord(
    'account.transaction',
    id,
    (signal) => body(api.GET('/v1/account/transactions/{id}', { params: { path: { id } }, signal })),
    STANDS,
  )
  return <Loaded query={transaction}>{(found) => <Found transaction={found} />}</Loaded>
}

function Found({ transaction }: { transaction: Transaction }) {
  const t = useT('kit', 'account')
  const language = useLanguage()
  const own = transaction.legs.find((leg) => leg.own)
  const sign = own?.direction === 'debit' ? -1 : 1
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('account.title'), to: HISTORY_PATH }, { label: shortId(transaction.id) }]}
          title={
            own
              ? `${own.amount.currency} ${signed({ ...own.amount, amount: sign * own.amount.amount }, language)}`
              : '—'
          }
          status={null}
          subtitle={[
            wordOf(t, 'kind', transaction.kind),
            transaction.counterparty,
            formatTime(transaction.recorded_at, language, { year: 'always', time: 'seconds' }),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      }
      main={
        <>
          <Legs legs={transaction.legs} />
          <Card title={t('account.card.about')}>
            <About transaction={transaction} />
          </Card>
        </>
      }
      raw={transaction}
    />
  )
}

function About({ transaction }: { transaction: Transaction }) {
  const t = useT('account')
  const language = useLanguage()
  const { id, origin, origin_id, external_id, held, reverses, reversed_by } = transaction
  const path = originPath(origin, origin_id)
  const word = wordOf(t, 'origin', origin)
  const journal = (other: string | null) => other && <Link to={transactionPath(other)}>{shortId(other)}</Link>
  return (
    <Facts
      facts={[
        {
          label: t('account.column.effective_at'),
          value: <DateTime at={transaction.effective_at} year="always" time="seconds" />,
        },
        {
          label: t('account.column.recorded_at'),
          value: <DateTime at={transaction.recorded_at} year="always" time="seconds" />,
        },
        { label: t('account.column.origin'), value: path ? <Link to={path}>{word}</Link> : word },
        { label: t('account.column.origin_id'), value: <CopyText text={origin_id} short /> },
        { label: t('account.column.external_id'), value: external_id && <CopyText text={external_id} /> },
        { label: t('account.column.counterparty'), value: transaction.counterparty },
        { label: t('account.column.description'), value: transaction.description },
        { label: t('account.column.held'), value: held && formatMoney(held, language) },
        { label: t('account.record.reverses'), value: journal(reverses) },
        { label: t('account.record.reversed_by'), value: journal(reversed_by) },
        { label: t('account.column.transaction_id'), value: <CopyText text={id} short /> },
      ]}
    />
  )
}
