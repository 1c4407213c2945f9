import { api } from '../app/api'
import { type Account, authentication, type User } from '../app/state'

export const MAY_VIEW = ['rbac::merchants:view']

/** Whether seeing this is staff looking at a merchant: somebody else's data, and one merchant's. */
export function isStaffView(account: Pick<Account, 'id'> | null, user: User | null): boolean {
  return Boolean(user?.internal_user && account && account.id !== 'all' && account.id !== user.companyId)
}

/** Puts on record that staff look no longer; nobody waits for it. */
export function leaveView(account: Account | null): void {
  if (!account || account.id === 'all' || !isStaffView(account, authentication.get().user)) return
  void api.POST('/rbac/views/leave', { params: {}, body: { company_id: account.id } }).catch(() => {
    // The server ends views by itself when their session ends.
  })
}
