import { useMemo } from 'react'
import type { Viewer } from '../app/entries'
import { useFlag } from '../app/flags'
import { may } from '../app/permissions'
import type { User } from '../app/state'

/** Who looks at the menu: what they may, whether they are staff, and which flags list their own company. */
export function useViewer(user: User): Viewer {
  const ledger = useFlag('ledger')
  return useMemo(() => {
    const flags = { ledger }
    return {
      may: (permissions) => may(permissions, user.permissions),
      internal: user.internal_user,
      flag: (name) => flags[name].includes(user.companyId),
    }
  }, [user, ledger])
}
