import { beforeAll, beforeEach, expect, it } from 'vitest'
import { setConfig } from '../app/config'
import { testConfig } from '../app/test-kit'
import { acting, draw, find, press, realTexts } from '../app/test-page'
import { CookieBanner } from './CookieBanner'

beforeAll(() => realTexts())
beforeEach(() => setConfig(testConfig))

const banner = () => document.querySelector('section[aria-label=Cookies]')

it('the cookie banner tells its terms until they are accepted, and never comes back', async () => {
  setConfig({ ...testConfig, termsUrl: 'https://terms.example/' })
  await draw(<CookieBanner />)
  expect(find('a', 'Terms of use').getAttribute('href')).toBe('https://terms.example/')
  expect(banner()!.textContent).not.toContain('Privacy')
  await press(find('button', 'Accept'))
  expect(banner()).toBeNull()
  expect(localStorage.getItem('acceptCookie')).toBe('true')
  await draw(<CookieBanner />)
  expect(banner()).toBeNull()
})

it('the cookie banner goes when another tab accepts', async () => {
  await draw(<CookieBanner />)
  expect(banner()).not.toBeNull()
  await acting(() => {
    localStorage.setItem('acceptCookie', 'true')
    dispatchEvent(new StorageEvent('storage', { key: 'acceptCookie', newValue: 'true' }))
  })
  expect(banner()).toBeNull()
})
