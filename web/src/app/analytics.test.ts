import { afterEach, expect, it } from 'vitest'
import { track } from './analytics'
import { setConfig } from './config'
import { setTokens } from './state'
import { madeToken, testConfig } from './test-kit'

const signedIn = (email: string) => setTokens(madeToken(600, Date.now(), { email }), 'r1')

afterEach(() => {
  delete window.dataLayer
})

it('nothing is told while there is no tag manager', () => {
  track('open-notifications', { unread: true })
  expect(window.dataLayer).toBeUndefined()
})

it.each([
  ['diego@Retaguarda.example', true],
  ['diego@other.example', false],
  ['diego@retaguarda.example@other.example', false],
  ['nobody', false],
])('a person at %s counts as back office: %s', (email, backoffice) => {
  setConfig({ ...testConfig, internalDomains: ['retaguarda.example', 'rtg.example'] })
  signedIn(email)
  window.dataLayer = []
  track('click-notification', { unread: false, id: 7 })
  expect(window.dataLayer).toEqual([{ event: 'click-notification', unread: false, id: 7, backoffice }])
})

it('nobody counts as back office where no domain is set', () => {
  setConfig(testConfig)
  signedIn('')
  window.dataLayer = []
  track('open-notifications', { unread: false })
  expect(window.dataLayer).toEqual([{ event: 'open-notifications', unread: false, backoffice: false }])
})
