import * as storage from './storage'
import { createStore } from './store'

/** What the web remembers while it is open: the slices of the specification's section 3, with the changes of its section 4. */

export type Severity = 'success' | 'info' | 'warning' | 'error'

export interface Company {
  id: number
  name: string
  legal_name?: string
  document?: string
  time_zone?: string
}

export interface User {
  id: string
  email: string
  name?: string | null
  companyId: number
  company: Company
  companies: number[]
  locale: 'pt' | 'en' | null
  permissions: string[]
  internal_user: boolean
  sensitive?: boolean
}

/** The chosen merchant. `all` is for staff only; `unique` says that the person has no other to choose. */
export interface Account {
  id: number | 'all'
  name: string
  unique: boolean
}

export type LoadingType = 'spinner' | 'text' | 'block'

export interface AlertOption {
  action: () => void
  label: string
  color?: 'primary' | 'error'
  /** Seconds before the button may be pressed. */
  timeToEnable?: number
}

export interface AlertState {
  state: 'closed' | Severity
  title: string | null
  /** Lines. In a full-screen alert the only markup that survives is that of readings: bold, emphasis, links, lists. */
  message: string[]
  fullScreen: boolean
  options: AlertOption[]
}

/** A bank account that money may go to, as far as a choice among them needs it. */
export interface TrustedAccount {
  id: string
  nickname?: string | null
  bank_name?: string | null
  pix_key?: string | null
  usable?: boolean
  usable_from?: string | null
}

export const authentication = createStore({
  token: storage.read('token'),
  refresh_token: storage.read('refresh_token'),
  user: null as User | null,
  internal_user: false,
})

export interface Settings {
  account: Account | null
  forceViewMainFilter: boolean
  companies: Company[]
  dangerousScreen: boolean
  /** The moment at which every list was last told to load again, or null. */
  refreshTable: number | null
  loading: { status: boolean; type: LoadingType }
}

export const settings = createStore<Settings>({
  account: readAccount(),
  forceViewMainFilter: false,
  companies: [],
  dangerousScreen: false,
  refreshTable: null,
  loading: { status: false, type: 'spinner' },
})

export const trustedAccounts = createStore({
  accounts: [] as TrustedAccount[],
  loading: false,
  error: null as string | null,
})

export const merchant = createStore({
  data: null as Company | null,
  loading: false,
  error: null as string | null,
})

export const layout = createStore({
  fluid: storage.read('fluidLayout') === 'true',
  menuOpen: storage.read('toggleMenu') !== 'false',
  mobileMenuOpen: false,
})

const closedAlert: AlertState = { state: 'closed', title: null, message: [], fullScreen: false, options: [] }
export const alert = createStore<AlertState>(closedAlert)

function readAccount(): Account | null {
  const text = storage.read('accountVisualize')
  if (!text) return null
  try {
    const { id, name, unique } = JSON.parse(text) as Partial<Account>
    if (typeof name !== 'string' || !(id === 'all' || Number.isInteger(id))) return null
    return { id: id as Account['id'], name, unique: unique === true }
  } catch {
    return null
  }
}

export { readAccount as storedAccount }

/* authentication */

export function setTokens(token: string, refreshToken: string): void {
  storage.write('token', token)
  storage.write('refresh_token', refreshToken)
  authentication.set({ token, refresh_token: refreshToken })
}

export function forgetAccessToken(): void {
  storage.forget('token')
  authentication.set({ token: null })
}

export function setUser(user: User): void {
  storage.write('permissions', user.permissions.join(','))
  authentication.set({ user, internal_user: user.internal_user })
}

/** What logout clears: tokens, the chosen merchant, the user and what the user may do. */
export function clearSession(): void {
  storage.forget('token', 'refresh_token', 'accountVisualize', 'viewAs', 'permissions')
  authentication.set({ token: null, refresh_token: null, user: null, internal_user: false })
  settings.set({ account: null, companies: [] })
  trustedClear()
}

/* settings */

/** Chooses a merchant. The bank accounts of the one before are forgotten: no form may offer them for another. */
export function setAccount(account: Account): void {
  storage.write('accountVisualize', JSON.stringify(account))
  trustedClear()
  settings.set({ account })
}

export function clearAccount(): void {
  storage.forget('accountVisualize', 'viewAs')
  trustedClear()
  settings.set({ account: null })
}

export function setCompanies(companies: Company[]): void {
  settings.set({ companies })
}

export function setLoading(status: boolean, type: LoadingType = 'spinner'): void {
  settings.set({ loading: { status, type } })
}

export function setDangerousScreen(dangerousScreen: boolean): void {
  settings.set({ dangerousScreen })
}

export function setForceViewMainFilter(forceViewMainFilter: boolean): void {
  settings.set({ forceViewMainFilter })
}

/** Every mounted list and record loads again (app/queries.ts); whatever changes one of them calls this. */
export function refreshTables(): void {
  // Also twice within a millisecond.
  settings.set({ refreshTable: Math.max(Date.now(), (settings.get().refreshTable ?? 0) + 1) })
}

/* trusted accounts */

export function trustedFetchStart(): void {
  trustedAccounts.set({ loading: true, error: null })
}
export function trustedFetchSuccess(accounts: TrustedAccount[]): void {
  trustedAccounts.set({ accounts, loading: false, error: null })
}
/** A failed call empties them: what may be paid to is not known any more. */
export function trustedFailed(error: string): void {
  trustedAccounts.set({ accounts: [], loading: false, error })
}
/** Only a verified account is one that money may go to. */
export function trustedCreated(account: TrustedAccount): void {
  trustedAccounts.set({ accounts: [...trustedAccounts.get().accounts, account], loading: false })
}
export function trustedDeleted(id: string): void {
  const accounts = trustedAccounts.get().accounts.filter((account) => account.id !== id)
  trustedAccounts.set({ accounts, loading: false })
}
export function trustedClearError(): void {
  trustedAccounts.set({ error: null })
}
export function trustedClear(): void {
  trustedAccounts.set({ accounts: [], loading: false, error: null })
}

/* merchant */

export function setMerchant(data: Company): void {
  merchant.set({ data, loading: false, error: null })
}
export function setMerchantLoading(loading: boolean): void {
  merchant.set({ loading })
}
export function clearMerchant(): void {
  merchant.set({ data: null, loading: false, error: null })
}

/* layout */

export function setFluid(fluid: boolean): void {
  storage.write('fluidLayout', String(fluid))
  layout.set({ fluid })
}
export function setMenuOpen(menuOpen: boolean): void {
  storage.write('toggleMenu', String(menuOpen))
  layout.set({ menuOpen })
}
export function setMobileMenuOpen(mobileMenuOpen: boolean): void {
  layout.set({ mobileMenuOpen })
}

/* alert */

/** Opens a toast, or a modal when `fullScreen`. A second alert replaces the first. */
export function showAlert(
  severity: Severity,
  message: string | string[],
  more: Partial<Pick<AlertState, 'title' | 'fullScreen' | 'options'>> = {},
): void {
  const lines = Array.isArray(message) ? message : [message]
  alert.set({ ...closedAlert, ...more, state: severity, message: lines })
}

export function closeAlert(): void {
  alert.set(closedAlert)
}
