import { useT } from '../../app/i18n'
import { Banner } from '../../ui/Banner'
import type { CompanyRecord } from '../companies'

/** What of its money stands still, and why. */
export function Situation({ company }: { company: CompanyRecord }) {
  const t = useT('companies')
  if (company.status !== 'blocked') return null
  const way = company.blocked_in && company.blocked_out ? 'both' : company.blocked_in ? 'in' : 'out'
  return (
    <Banner tone="error">
      <p>{t(`companies.situation.${way}`)}</p>
      <p>{company.status_reason}</p>
    </Banner>
  )
}
