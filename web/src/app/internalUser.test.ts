import { afterEach, beforeEach, expect, it } from 'vitest'
import { setConfig } from './config'
import { accept } from './consent'
import { markInternalUser } from './internalUser'
import { testConfig } from './test-kit'

const forget = () => {
  document.cookie = 'gtm_internal_user=; Path=/; Max-Age=0'
}

beforeEach(() => {
  const internalCookieDomains = ['retaguarda.example', 'rtg.example', 'grupo.example']
  setConfig({ ...testConfig, internalCookieDomains })
  forget()
})
afterEach(forget)

it.each(['diego@retaguarda.example', 'Eva@RTG.example', 'x@sub.grupo.example'])(
  'a sign-in as %s marks the browser',
  (email) => {
    accept()
    markInternalUser(email)
    expect(document.cookie).toBe('gtm_internal_user=internal')
  },
)

it.each(['ana@merchant.example', '', 'retaguarda@other.example'])(
  'a sign-in as %s leaves no mark',
  (email) => {
    accept()
    markInternalUser(email)
    expect(document.cookie).toBe('')
  },
)

it('nothing is set before cookies are accepted, and then at once', () => {
  markInternalUser('diego@retaguarda.example')
  expect(document.cookie).toBe('')
  accept()
  expect(document.cookie).toBe('gtm_internal_user=internal')
})

it('without a setting nobody is marked', () => {
  setConfig(testConfig)
  accept()
  markInternalUser('diego@retaguarda.example')
  expect(document.cookie).toBe('')
})
