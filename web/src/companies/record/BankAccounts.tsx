import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../../app/i18n'
import { StatusWord } from '../../kit/list/Cell'
import { bankName } from '../../kit/place/bankName'
import { MiniTable } from '../../kit/record/MiniTable'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { BANK_ACCOUNTS_PATH, BANK_STATUSES, type CompanyRecord } from '../companies'
import styles from './record.module.css'

const pathOf = (id: string): string => `${BANK_ACCOUNTS_PATH}/${id}`

/** Where its money may go. */
export function BankAccounts({ company: { id: merchant, bank_accounts } }: { company: CompanyRecord }) {
  const t = useT('companies')
  const language = useLanguage()
  return (
    <Card title={t('companies.card.bank_accounts')} flush>
      <MiniTable
        label={t('companies.card.bank_accounts')}
        columns={[
          { key: 'nickname', title: t('companies.column.nickname') },
          { key: 'bank', title: t('companies.column.bank_name') },
          { key: 'status', title: t('companies.column.status') },
        ]}
        rows={bank_accounts.map(({ id, nickname, bank_name, holder_name, status, is_default }) => ({
          key: id,
          cells: [
            <span key="nickname">
              <Link to={pathOf(id)} search={{ merchant: String(merchant) }}>
                {nickname}
              </Link>{' '}
              {is_default && <Badge tone="primary">{t('companies.bank.default')}</Badge>}
            </span>,
            <span key="bank" className={styles.two}>
              {bankName(bank_name) ?? t('companies.bank.key')}
              <small>{holder_name}</small>
            </span>,
            <StatusWord key="status" values={BANK_STATUSES} value={status} text={{ t, language }} />,
          ],
        }))}
      />
    </Card>
  )
}
