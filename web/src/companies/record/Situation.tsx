import { useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import type { CompanyRecord } from '../companies'
import styles from './record.module.css'

/** What of its money stands still, and why. */
export function Situation({ company }: { company: CompanyRecord }) {
  const t = useT('companies')
  if (company.status !== 'blocked') return null
  const way = company.blocked_in && company.blocked_out ? 'both' : company.blocked_in ? 'in' : 'out'
  return (
    <Banner tone="error" className={styles.situation}>
      <p>{t(`companies.situation.${way}`)}</p>
      <p>{company.status_reason}</p>
    </Banner>
  )
}
