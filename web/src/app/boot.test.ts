import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../boot.js'), 'utf8')
const root = document.documentElement

/** Runs the script as the page does, in its head. */
function boot(stored: Record<string, string> = {}) {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  // oxlint-disable-next-line typescript/no-implied-eval -- it is a classic script, not a module
  new Function(source)()
  return [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))
}

beforeEach(() => {
  document.head.replaceChildren()
  Object.assign(root.dataset, {
    locales: 'v1',
    signin: '/signin.js /signin.css',
    pay: '/pay.js',
    shell: '/shell.js',
    list: '/list.js',
    screens: '/dashboard overview,payin /over.js;/dashboard/payin/payments/list payin /rows.js /rows.css',
    theme: '',
  })
})

it('weighs about one kilobyte', () => {
  expect(new TextEncoder().encode(source).length).toBeLessThanOrEqual(1350)
})

it('starts light and in English, whatever system and browser say', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('pt-BR')
  const early = boot()
  expect([root.dataset.theme, root.lang]).toEqual(['light', 'en'])
  expect(early).toEqual([
    '/config.json',
    '/locales/en/common.json?v=v1',
    '/locales/en/login.json?v=v1',
    '/signin.js',
    '/signin.css',
  ])
})

it('takes what is stored, and begins the dashboard for a person who is signed in', () => {
  const early = boot({ theme: 'dark', language: 'pt', token: 'x' })
  expect([root.dataset.theme, root.lang]).toEqual(['dark', 'pt-BR'])
  expect(early).toEqual([
    '/config.json',
    '/locales/pt/common.json?v=v1',
    '/locales/pt/menu.json?v=v1',
    '/locales/pt/kit.json?v=v1',
    '/shell.js',
  ])
  // The access token is on its way.
  expect(boot({ refresh_token: 'x' })).toContain('/shell.js')
})

it('begins nothing of sign-in or the dashboard for who reads the reference of the API', () => {
  history.replaceState(null, '', '/docs/api')
  try {
    expect(boot({ token: 'x' })).toEqual(['/config.json', '/locales/en/common.json?v=v1'])
  } finally {
    history.replaceState(null, '', '/')
  }
})

it('begins nothing but the page of a payment link for a payer, also where somebody is signed in', () => {
  history.replaceState(null, '', '/pay/abc')
  const early = ['common', 'kit', 'charge'].map((name) => `/locales/en/${name}.json?v=v1`)
  expect(boot()).toEqual(['/config.json', ...early, '/pay.js'])
  document.head.replaceChildren()
  expect(boot({ token: 'x' })).toEqual(['/config.json', ...early, '/pay.js'])
  history.replaceState(null, '', '/')
})

it('begins no screen for who checks a receipt', () => {
  history.replaceState(null, '', '/verify/abc')
  expect(boot({ token: 'x' })).toEqual(['/config.json', '/locales/en/common.json?v=v1'])
  history.replaceState(null, '', '/')
})

it('begins the list too where the address is one', () => {
  history.replaceState(null, '', '/dashboard/payin/payments/list?page=2')
  expect(boot({ token: 'x' })).toContain('/list.js')
  history.replaceState(null, '', '/dashboard/payin/payments/1')
  document.head.replaceChildren()
  expect(boot({ token: 'x' })).not.toContain('/list.js')
})

it('begins a screen with its own files and texts', () => {
  history.replaceState(null, '', '/dashboard/payin/payments/list?page=2')
  expect(boot({ token: 'x' })).toEqual([
    '/config.json',
    '/locales/en/common.json?v=v1',
    '/locales/en/menu.json?v=v1',
    '/locales/en/kit.json?v=v1',
    '/locales/en/payin.json?v=v1',
    '/shell.js',
    '/list.js',
    '/rows.js',
    '/rows.css',
  ])
  document.head.replaceChildren()
  history.replaceState(null, '', '/dashboard')
  expect(boot({ token: 'x' })).toContain('/over.js')
  document.head.replaceChildren()
  localStorage.clear()
  expect(boot()).not.toContain('/over.js')
})

it('ignores stored values that make no sense, and a browser that refuses its storage', () => {
  boot({ theme: 'purple', language: 'fr' })
  expect([root.dataset.theme, root.lang]).toEqual(['light', 'en'])
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError')
  })
  boot()
  expect([root.dataset.theme, root.lang]).toEqual(['light', 'en'])
})
