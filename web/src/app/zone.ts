import { authentication, type Company, merchant, settings } from './state'
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
  return zoneOf(chosen, known, own)
}

/** The same, outside of a drawing. */
export function zoneNow(): string {
  return zoneOf(settings.get().account?.id, merchant.get().data, authentication.get().user?.company)
}

function zoneOf(chosen: number | 'all' | undefined, known: Company | null, own: Company | undefined): string {
  return (known?.id === chosen ? known : own)?.time_zone ?? USUAL
}
