import { Link } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { accountPath, type CompanyRecord, SEE_ACCOUNTS, wordOf } from '../companies'
import styles from './record.module.css'

/** What it has with us. */
export function OwnAccounts({ accounts }: { accounts: CompanyRecord['accounts'] }) {
  const t = useT('companies')
  if (accounts.length === 0) return null
  return (
    <Card title={t('companies.card.accounts')}>
      <Facts
        facts={accounts.map(({ id, code, available, blocked_in, blocked_out }) => ({
          label: wordOf(t, 'account', code),
          wide: true,
          value: (
            <span className={styles.stack}>
              {may(SEE_ACCOUNTS) ? (
                <Link to={accountPath(id)}>
                  <Money value={available} />
                </Link>
              ) : (
                <Money value={available} />
              )}
              {(blocked_in || blocked_out) && (
                <Badge tone="error" dot>
                  {t(`companies.blocked.${blocked_in && blocked_out ? 'both' : blocked_in ? 'in' : 'out'}`)}
                </Badge>
              )}
            </span>
          ),
        }))}
      />
    </Card>
  )
}
