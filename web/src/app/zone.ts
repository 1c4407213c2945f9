import { authentication, merchant, settings } from './state'
import { useStore } from './store'

/** What the server gives a company that has no other. */
const USUAL = 'America/Sao_Paulo'

/**
 * The zone by whose days the chosen merchant's books are kept; that of the person's own company with all merchants in sight,
 * and while the chosen one is not known yet.
 */
export function useZone(): string {
  const chosen = useStore(settings, ({ account }) => account?.id)
  const known = useStore(merchant, ({ data }) => data)
  const own = useStore(authentication, ({ user }) => user?.company)
  const company = known?.id === chosen ? known : own
  return company?.time_zone ?? USUAL
}
