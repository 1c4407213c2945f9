import { api, body } from '../app/api'
import { browser } from '../app/leaving'
import { type Account, authentication, type User } from '../app/state'
import { closeEyes, openEyes } from '../app/viewAs'

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

/** From now on with the eyes of the chosen merchant: the page begins anew, because all of it may differ. */
export async function lookAs(): Promise<void> {
  const { company_id, permissions } = await body(api.GET('/rbac/views/eyes'))
  openEyes({ company: company_id, permissions })
  browser.open('/dashboard')
}

export function lookAsStaff(): void {
  closeEyes()
  browser.open('/dashboard')
}
