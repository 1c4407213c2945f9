import { api, body } from './api'
import {
  type Account,
  clearMerchant,
  merchant,
  setMerchant,
  setMerchantLoading,
  settings,
  type User,
} from './state'

/** Learns what there is to know of the chosen merchant. */
export async function loadMerchant(account: Account | null, user: User): Promise<void> {
  if (!account || account.id === 'all') return clearMerchant()
  if (account.id === merchant.get().data?.id) return
  if (account.id === user.companyId) return setMerchant(user.company)
  clearMerchant()
  setMerchantLoading(true)
  try {
    const found = await body(
      api.GET('/rbac/companies/{id}', { params: { path: { id: String(account.id) } } }),
    )
    if (settings.get().account?.id === account.id) setMerchant(found)
  } catch {
    // A screen of this merchant says by itself what is wrong.
    clearMerchant()
  }
}
