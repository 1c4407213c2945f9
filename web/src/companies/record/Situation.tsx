import { Link } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { Banner } from '../../ui/Banner'
import type { CompanyRecord } from '../companies'
import styles from './record.module.css'

const RENEWALS = '/dashboard/compliance/kyc/renewals'

/** What of its money stands still, and why. */
export function Situation({ company }: { company: CompanyRecord }) {
  const t = useT('companies')
  if (company.status !== 'blocked') return null
  const way = company.blocked_in && company.blocked_out ? 'both' : company.blocked_in ? 'in' : 'out'
  return (
    <Banner tone="error" className={styles.situation}>
      <p>{t(`companies.situation.${way}`)}</p>
      {company.status_reason === 'registration_expired' ? (
        <p>
          {t('companies.situation.registration_expired')}{' '}
          {may(['kyc::requests:read']) && <Link to={RENEWALS}>{t('companies.situation.see_renewals')}</Link>}
        </p>
      ) : (
        <p>{company.status_reason}</p>
      )}
    </Banner>
  )
}
