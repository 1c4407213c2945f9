import { beforeEach, describe, expect, it } from 'vitest'
import * as state from './state'

const user: state.User = {
  id: 'u',
  email: 'ana@merchant.example',
  companyId: 2,
  company: { id: 2, name: 'Loja Aurora' },
  companies: [2],
  locale: 'pt',
  permissions: ['rbac::companies:read', 'payin::payment:read'],
  internal_user: true,
}

beforeEach(() => state.clearSession())

describe('authentication', () => {
  it('keeps both tokens, in the browser too', () => {
    state.setTokens('a', 'r')
    expect(state.authentication.get()).toMatchObject({ token: 'a', refresh_token: 'r' })
    expect([localStorage.getItem('token'), localStorage.getItem('refresh_token')]).toEqual(['a', 'r'])
  })

  it('stores the permissions of the person, separated by commas', () => {
    state.setUser(user)
    expect(localStorage.getItem('permissions')).toBe('rbac::companies:read,payin::payment:read')
    expect(state.authentication.get()).toMatchObject({ user, internal_user: true })
  })

  it('is forgotten whole, with the chosen merchant', () => {
    state.setTokens('a', 'r')
    state.setUser(user)
    state.setAccount({ id: 2, name: 'Loja Aurora', unique: false })
    state.clearSession()
    expect(state.authentication.get()).toEqual({
      token: null,
      refresh_token: null,
      user: null,
      internal_user: false,
    })
    expect(state.settings.get().account).toBeNull()
    expect(localStorage.length).toBe(0)
  })
})

describe('settings', () => {
  it('set and clear the chosen merchant', () => {
    const account = { id: 2, name: 'Loja Aurora', unique: true }
    state.setAccount(account)
    expect(state.settings.get().account).toEqual(account)
    expect(state.storedAccount()).toEqual(account)
    state.clearAccount()
    expect(state.storedAccount()).toBeNull()
    expect(state.settings.get().account).toBeNull()
  })

  it.each([
    '',
    '{',
    '[]',
    '{"id":"2","name":"x"}',
    '{"id":2}',
    '{"id":1.5,"name":"x"}',
    '{"id":"everything","name":"x"}',
  ])('ignore a stored merchant that makes no sense: %s', (text) => {
    localStorage.setItem('accountVisualize', text)
    expect(state.storedAccount()).toBeNull()
  })

  it('take companies, loading, dangerous screen, forced filter and the moment of a refresh', () => {
    state.setCompanies([{ id: 1, name: 'A' }])
    state.setLoading(true, 'block')
    state.setDangerousScreen(true)
    state.setForceViewMainFilter(true)
    state.refreshTables()
    const { refreshTable, ...rest } = state.settings.get()
    expect(rest).toMatchObject({
      companies: [{ id: 1, name: 'A' }],
      loading: { status: true, type: 'block' },
      dangerousScreen: true,
      forceViewMainFilter: true,
    })
    expect(Date.now() - refreshTable!).toBeLessThan(1000)
    state.setLoading(false)
    state.setDangerousScreen(false)
    state.setForceViewMainFilter(false)
    expect(state.settings.get()).toMatchObject({ loading: { status: false }, dangerousScreen: false })
  })
})

describe('trusted accounts', () => {
  beforeEach(() => state.trustedClear())

  it('are fetched', () => {
    state.trustedFetchStart()
    expect(state.trustedAccounts.get().loading).toBe(true)
    state.trustedFetchSuccess([{ id: 'a' }])
    expect(state.trustedAccounts.get()).toEqual({ accounts: [{ id: 'a' }], loading: false, error: null })
  })

  it('keep an error until it is cleared', () => {
    state.trustedFetchStart()
    state.trustedFailed('no')
    expect(state.trustedAccounts.get()).toMatchObject({ loading: false, error: 'no' })
    state.trustedClearError()
    expect(state.trustedAccounts.get().error).toBeNull()
  })

  it.each([
    ['another merchant is chosen', () => state.setAccount({ id: 3, name: 'Loja Brisa', unique: false })],
    ['the choice is taken back', () => state.clearAccount()],
    ['the session ends', () => state.clearSession()],
    ['their call fails', () => state.trustedFailed('common.failed')],
  ])('are forgotten when %s', (_when, happen) => {
    state.trustedFetchSuccess([{ id: 'a' }])
    happen()
    expect(state.trustedAccounts.get().accounts).toEqual([])
  })

  it('grow when one is created, shrink by id, and are cleared', () => {
    state.trustedFetchSuccess([{ id: 'a' }])
    state.trustedCreated({ id: 'b' })
    state.trustedDeleted('a')
    expect(state.trustedAccounts.get().accounts).toEqual([{ id: 'b' }])
    state.trustedClear()
    expect(state.trustedAccounts.get().accounts).toEqual([])
  })
})

it('the merchant is set, loading, and cleared', () => {
  state.setMerchantLoading(true)
  expect(state.merchant.get().loading).toBe(true)
  state.setMerchant({ id: 2, name: 'Loja Aurora' })
  expect(state.merchant.get()).toEqual({ data: { id: 2, name: 'Loja Aurora' }, loading: false, error: null })
  state.clearMerchant()
  expect(state.merchant.get().data).toBeNull()
})

describe('layout', () => {
  it('keeps the menu and the full width over visits', () => {
    state.setMenuOpen(false)
    state.setFluid(true)
    expect([localStorage.getItem('toggleMenu'), localStorage.getItem('fluidLayout')]).toEqual([
      'false',
      'true',
    ])
    expect(state.layout.get()).toMatchObject({ menuOpen: false, fluid: true })
  })

  it('opens and closes the menu of a phone', () => {
    state.setMobileMenuOpen(true)
    expect(state.layout.get().mobileMenuOpen).toBe(true)
    state.setMobileMenuOpen(false)
    expect(state.layout.get().mobileMenuOpen).toBe(false)
  })
})

describe('the alert', () => {
  it('opens as a toast, closes, and a second replaces the first', () => {
    state.showAlert('error', ['one', 'two'])
    expect(state.alert.get()).toMatchObject({ state: 'error', message: ['one', 'two'], fullScreen: false })
    state.showAlert('success', 'done', { fullScreen: true })
    expect(state.alert.get()).toMatchObject({ state: 'success', message: ['done'], fullScreen: true })
    state.closeAlert()
    expect(state.alert.get()).toMatchObject({ state: 'closed', message: [], fullScreen: false })
  })
})
