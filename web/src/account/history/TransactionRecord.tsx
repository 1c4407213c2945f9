import { Link, useParams } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatMoney, formatTime, shortId } from '../../kit/format'
import { Facts } from '../../kit/record/Facts'
import { Journal } from '../../kit/record/Journals'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Annotations } from './Annotations'
import {
  descriptionOf,
  HISTORY_PATH,
  kindWord,
  originPath,
  originWord,
  signedMoney,
  type Transaction,
  transactionPath,
} from './entry'

const acts = lazyDialog(() => import('./commands/acts'))
const MAY_FIX = ['statement::transaction:fix']

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
          title={own ? signedMoney({ ...own.amount, amount: sign * own.amount.amount }, language) : '—'}
          status={null}
          subtitle={[
            kindWord(t, transaction),
            transaction.counterparty,
            formatTime(transaction.recorded_at, language, { time: 'seconds' }),
          ]
            .filter(Boolean)
            .join(' · ')}
          actions={
            transaction.revertible && (
              <CommandButton
                dialog={acts}
                given={{ id: transaction.id, what: 'revert' }}
                permissions={MAY_FIX}
                variant="secondary"
                icon={<Undo2 size={18} strokeWidth={1.75} />}
              >
                {t('account.revert.open')}
              </CommandButton>
            )
          }
        />
      }
      situation={<Linked transaction={transaction} />}
      main={
        <>
          <Journal
            id={transaction.id}
            sides={transaction.legs.map(
              ({ account, alias, direction, amount, balance_before, balance_after, version }) => ({
                account: alias ?? account,
                debit: direction === 'debit' ? amount : null,
                credit: direction === 'credit' ? amount : null,
                before: balance_before,
                after: balance_after,
                version,
              }),
            )}
          />
          <Card title={t('account.card.about')}>
            <About transaction={transaction} />
          </Card>
        </>
      }
      side={<Annotations id={transaction.id} annotations={transaction.annotations} />}
      raw={transaction}
    />
  )
}

/** That it was undone, or undoes another: what stands here is then only half of it. */
function Linked({ transaction: { reverses, reversed_by } }: { transaction: Transaction }) {
  const t = useT('account')
  const other = reversed_by ?? reverses
  if (!other) return null
  return (
    <Banner
      tone={reversed_by ? 'atention' : 'info'}
      action={<Link to={transactionPath(other)}>{shortId(other)}</Link>}
    >
      {t(reversed_by ? 'account.record.was_reverted' : 'account.record.is_reversal')}
    </Banner>
  )
}

function About({ transaction }: { transaction: Transaction }) {
  const t = useT('account')
  const language = useLanguage()
  const { id, origin, origin_id, external_id, held, reverses, reversed_by } = transaction
  const path = originPath(origin, origin_id)
  const word = originWord(t, transaction)
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
        { label: t('account.column.description'), value: descriptionOf(t, transaction) },
        { label: t('account.column.held'), value: held && formatMoney(held, language) },
        { label: t('account.record.reverses'), value: journal(reverses) },
        { label: t('account.record.reversed_by'), value: journal(reversed_by) },
        { label: t('account.column.transaction_id'), value: <CopyText text={id} short /> },
      ]}
    />
  )
}
