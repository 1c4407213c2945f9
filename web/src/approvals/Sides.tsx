import { useLinkProps, useLocation } from '@tanstack/react-router'
import { useT } from '../app/i18n'
import { may } from '../app/permissions'
import styles from '../ui/Tabs.module.css'
import { APPROVALS_PATH, MAY_DECIDE, POLICIES_PATH, SEE_POLICIES } from './approvals'

const SIDES = [
  { key: 'to_decide', to: APPROVALS_PATH, search: { mine_to_decide: 'true' }, permissions: MAY_DECIDE },
  { key: 'mine', to: APPROVALS_PATH, search: { mine: 'true' } },
  { key: 'all', to: APPROVALS_PATH, search: {} },
  { key: 'policies', to: POLICIES_PATH, search: {}, permissions: SEE_POLICIES },
] as const

/** What a person looks at: what they decide, what they asked for, everything they may see, and the policies. */
export function Sides() {
  const t = useT('approvals')
  const { pathname, search } = useLocation()
  const asked = search as Record<string, string>
  const open =
    pathname === POLICIES_PATH
      ? 'policies'
      : asked.mine_to_decide === 'true'
        ? 'to_decide'
        : asked.mine === 'true'
          ? 'mine'
          : 'all'
  return (
    <nav className={styles.list} aria-label={t('approvals.sides.name')}>
      {SIDES.filter((side) => !('permissions' in side) || may(side.permissions)).map(
        ({ key, to, search: query }) => (
          <Side key={key} to={to} search={query} label={t(`approvals.sides.${key}`)} open={key === open} />
        ),
      )}
    </nav>
  )
}

interface SideProps {
  to: string
  search: object
  label: string
  open: boolean
}

/** The sides share an address, so which one is open only the list's filters tell; a Link of the router would say it of all. */
function Side({ to, search, label, open }: SideProps) {
  const link = useLinkProps({ to, search: search as never })
  return (
    <a {...link} className={styles.tab} aria-current={open ? 'page' : undefined}>
      {label}
    </a>
  )
}
