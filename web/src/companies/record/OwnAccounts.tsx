import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, Plus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import {
  accountName,
  accountPath,
  type CompanyRecord,
  MAY_MOVE,
  MAY_WRITE,
  movable,
  SEE_ACCOUNTS,
} from '../companies'
import styles from './record.module.css'

const acts = lazyDialog(() => import('../commands/acts'))
const move = lazyDialog(() => import('../commands/MoveMoney'))
const shared = { anyMerchant: true, size: 'small', variant: 'secondary' } as const

/** What it has with us: what it may move, what waits for a decision, and what it set aside under names of its own. */
export function OwnAccounts({ company }: { company: CompanyRecord }) {
  const t = useT('companies')
  const { accounts } = company
  if (accounts.length === 0) return null
  return (
    <Card
      title={t('companies.card.accounts')}
      actions={
        <>
          {movable(company).length > 1 && (
            <CommandButton
              {...shared}
              dialog={move}
              given={{ company }}
              permissions={MAY_MOVE}
              icon={<ArrowLeftRight size={16} strokeWidth={1.75} />}
            >
              {t('companies.move_money.open')}
            </CommandButton>
          )}
          {company.risk !== undefined && (
            <CommandButton
              {...shared}
              dialog={acts}
              given={{ company, what: 'sub_account' }}
              permissions={MAY_WRITE}
              icon={<Plus size={16} strokeWidth={1.75} />}
            >
              {t('companies.sub_account.open')}
            </CommandButton>
          )}
        </>
      }
    >
      <Facts
        facts={accounts.map((account) => ({
          label: accountName(t, account),
          wide: true,
          value: <Held account={account} />,
        }))}
      />
    </Card>
  )
}

function Held({ account }: { account: CompanyRecord['accounts'][number] }) {
  const t = useT('companies')
  const { id, available, blocked_in, blocked_out } = account
  const amount = <Money value={available} />
  return (
    <span className={styles.stack}>
      {may(SEE_ACCOUNTS) ? <Link to={accountPath(id)}>{amount}</Link> : amount}
      {(blocked_in || blocked_out) && (
        <Badge tone="error" dot>
          {t(`companies.blocked.${blocked_in && blocked_out ? 'both' : blocked_in ? 'in' : 'out'}`)}
        </Badge>
      )}
    </span>
  )
}
