import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatShare } from '../../kit/format'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Card } from '../../ui/Card'
import { type CompanyRecord, LIMITS, MAY_WRITE } from '../companies'
import { BankAccounts } from './BankAccounts'
import { Contracts } from './Contracts'
import styles from './record.module.css'

const acts = lazyDialog(() => import('../commands/acts'))
const icon = { size: 18, strokeWidth: 1.75 }
const shared = { permissions: MAY_WRITE, anyMerchant: true, size: 'small', variant: 'secondary' } as const

/** What it may do, what it pays, and what was agreed. */
export function Terms({ company }: { company: CompanyRecord }) {
  return (
    <div className={styles.stack}>
      <Limits company={company} />
      <Contracts company={company} />
      {company.bank_accounts.length > 0 && <BankAccounts company={company} />}
    </div>
  )
}

function Limits({ company }: { company: CompanyRecord }) {
  const t = useT('companies')
  const language = useLanguage()
  const limit = (kind: string) => company.limits.find((each) => each.kind === kind)?.amount
  const shownLimit = (kind: string) => {
    const amount = limit(kind)
    return amount ? <Money value={amount} /> : t('companies.none.limit')
  }
  const { fee, cooling_off_hours, own } = company.payout
  const payout = (what: (typeof own)[number], value: ReactNode) => (
    <>
      {value}{' '}
      <span className={styles.quiet}>
        {t(own.includes(what) ? 'companies.payout.own' : 'companies.payout.usual')}
      </span>
    </>
  )
  return (
    <Card
      title={t('companies.card.limits')}
      actions={
        <>
          <CommandButton
            {...shared}
            dialog={acts}
            given={{ company, what: 'fee' }}
            icon={<Pencil {...icon} />}
          >
            {t('companies.fee.open')}
          </CommandButton>
          <CommandButton
            {...shared}
            dialog={acts}
            given={{ company, what: 'payout' }}
            icon={<Pencil {...icon} />}
          >
            {t('companies.payout.open')}
          </CommandButton>
          <CommandButton
            {...shared}
            dialog={acts}
            given={{ company, what: 'limit' }}
            icon={<Pencil {...icon} />}
          >
            {t('companies.limit.open')}
          </CommandButton>
        </>
      }
    >
      <Facts
        facts={[
          {
            label: t('companies.column.fee'),
            value: (
              <>
                {formatShare(company.fee.percentage, language)}{' '}
                <span className={styles.quiet}>
                  {t(company.fee.own ? 'companies.fee.own' : 'companies.fee.usual')}
                </span>
              </>
            ),
          },
          { label: t('companies.column.withdrawal_fee'), value: payout('fee', <Money value={fee} />) },
          {
            label: t('companies.column.cooling_off_hours'),
            value: payout('cooling_off_hours', t('companies.payout.hours', { count: cooling_off_hours })),
          },
          ...LIMITS.map((kind) => ({ label: t(`companies.column.${kind}`), value: shownLimit(kind) })),
        ]}
      />
    </Card>
  )
}
