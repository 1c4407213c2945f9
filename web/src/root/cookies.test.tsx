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

const beside = (
  <>
    <CookieBanner />
    <input aria-label="E-mail" />
    <main id="content" tabIndex={-1} />
  </>
)

it('the cookie banner gives the keyboard back to where it came from', async () => {
  await draw(beside)
  find('input').focus()
  find('button', 'Accept').focus()
  await press(find('button', 'Accept'))
  expect(document.activeElement).toBe(find('input'))
})

it('the cookie banner gives a keyboard that began with it to the content', async () => {
  await draw(beside)
  find('button', 'Accept').focus()
  await press(find('button', 'Accept'))
  expect(document.activeElement).toBe(find('main'))
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
