import { authentication, type Company, merchant, settings } from './state'
import { useStore } from './store'

/** The server's default for a company. */
const USUAL = 'America/Sao_Paulo'

/**
 * The time zone of the chosen merchant's books; that of the person's own company while all merchants are shown or the chosen one
 * is not known yet.
 */
export function useZone(): string {
  const chosen = useStore(settings, ({ account }) => account?.id)
  const known = useStore(merchant, ({ data }) => data)
  const own = useStore(authentication, ({ user }) => user?.company)
  return zoneOf(chosen, known, own)
}

/** The same, outside of rendering. */
export function zoneNow(): string {
  return zoneOf(settings.get().account?.id, merchant.get().data, authentication.get().user?.company)
}

function zoneOf(chosen: number | 'all' | undefined, known: Company | null, own: Company | undefined): string {
  return (known?.id === chosen ? known : own)?.time_zone ?? USUAL
}
