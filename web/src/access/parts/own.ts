import { authentication, settings } from '../../app/state'
import { useStore } from '../../app/store'

/** The name of the company in which something new is made: the chosen merchant, or else the person's own. */
export function useOwnCompany(): { id: number; name: string } | undefined {
  const own = useStore(authentication, ({ user }) => user?.company)
  const chosen = useStore(settings, ({ account }) => account)
  return chosen && chosen.id !== 'all' ? { id: chosen.id, name: chosen.name } : own
}
