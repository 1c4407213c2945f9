import type { ReactNode } from 'react'
import { useLanguage, useT } from '../app/i18n'
import { CopyText } from '../kit/CopyText'
import { DateTime } from '../kit/DateTime'
import { formatAmount } from '../kit/format'
import { ledgerAccount } from '../kit/ledgerAccount'
import { Money } from '../kit/Money'
import { Facts } from '../kit/record/Facts'
import { MiniTable } from '../kit/record/MiniTable'
import { Card } from '../ui/Card'
import { type AccountRecord, wordOf } from './accounts'

export function AccountFacts({ account }: { account: AccountRecord }) {
  const t = useT('companies')
  const fact = (name: string, value: ReactNode) => ({
    label: t(`companies.column.${name}`),
    value,
    wide: true,
  })
  return (
    <Card title={t('companies.accounts.card')}>
      <Facts
        facts={[
          fact('available', <Money value={account.available} />),
          fact('on_hold', <Money value={account.on_hold} />),
          ...(account.most_once ? [fact('most_once', <Money value={account.most_once} />)] : []),
          ...(account.most_day ? [fact('most_day', <Money value={account.most_day} />)] : []),
          ...(account.day_left ? [fact('day_left', <Money value={account.day_left} />)] : []),
          fact('kind', wordOf(t, 'account_kind', account.kind)),
          ...(account.parent ? [fact('parent', ledgerAccount(t, account.parent))] : []),
          fact('currency', account.currency),
          fact('last_move_at', account.last_move_at && <DateTime at={account.last_move_at} year="always" />),
          fact('created_at', <DateTime at={account.created_at} year="always" />),
          fact('id', String(account.id)),
        ]}
      />
    </Card>
  )
}

/** The latest of them, the newest first. */
export function Entries({ account: { entries } }: { account: AccountRecord }) {
  const t = useT('companies')
  const language = useLanguage()
  return (
    <Card title={t('companies.accounts.entries')} flush={entries.length > 0}>
      {entries.length === 0 ? (
        <p>{t('companies.none.entries')}</p>
      ) : (
        <MiniTable
          label={t('companies.accounts.entries')}
          columns={[
            { key: 'at', title: t('companies.column.at') },
            { key: 'kind', title: t('companies.column.what') },
            { key: 'amount', title: t('companies.column.amount'), end: true },
            { key: 'after', title: t('companies.column.balance_after'), end: true },
          ]}
          rows={entries.map(({ journal_id, kind, amount, balance_after, at }) => ({
            key: journal_id,
            cells: [
              <DateTime key="at" at={at} />,
              wordOf(t, 'journal', kind),
              formatAmount(amount, language),
              balance_after ? formatAmount(balance_after, language) : '—',
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** What is set aside and not yet gone. */
export function Holds({ holds }: { holds: AccountRecord['holds'] }) {
  const t = useT('companies')
  const language = useLanguage()
  return (
    <Card title={t('companies.accounts.holds')} flush>
      <MiniTable
        label={t('companies.accounts.holds')}
        columns={[
          { key: 'at', title: t('companies.column.at') },
          { key: 'reference', title: t('companies.column.reference') },
          { key: 'amount', title: t('companies.column.amount'), end: true },
        ]}
        rows={holds.map(({ id, created_at, reference, amount }) => ({
          key: id,
          cells: [
            <DateTime key="at" at={created_at} />,
            <CopyText key="reference" text={reference} short />,
            formatAmount(amount, language),
          ],
        }))}
      />
    </Card>
  )
}
