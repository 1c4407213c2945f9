import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, credentialFor, isOurs, mayRetry } from './calls'
import { setConfig } from './config'
import { testConfig } from './test-kit'

beforeEach(() => setConfig(testConfig))
afterEach(() => setConfig(testConfig))

describe('the authorization of a call', () => {
  it.each([
    ['/rbac/me', 'access'],
    ['/v1/payin/charges', 'access'],
    ['/auth/twoFactor', 'access'],
    ['/auth/password', 'access'],
    ['/v1/logouts', 'access'],
    ['/auth/logout', 'refresh'],
    ['/auth/refresh', 'refresh'],
    ['/auth/login', 'none'],
    ['https://viacep.com.br/ws/01001000/json/', 'none'],
    ['https://ab12.execute-api.sa-east-1.amazonaws.com/prod/x', 'none'],
    ['https://viacep.com.br.evil.example/ws', 'access'],
  ])('%s carries %s', (address, credential) => {
    expect(credentialFor(new URL(address, location.origin))).toBe(credential)
  })
})

describe('after a 401', () => {
  it.each(['/auth/login', '/auth/logout', '/auth/refresh', '/auth/forgot'])(
    '%s is not tried again',
    (path) => {
      expect(mayRetry(new URL(path, location.origin))).toBe(false)
    },
  )

  it('any other path is', () => {
    expect(mayRetry(new URL('/v1/payin/charges', location.origin))).toBe(true)
  })
})

describe('hosts', () => {
  it('are the page’s own by default', () => {
    expect(addressOf('/rbac/me').href).toBe('http://localhost:8000/rbac/me')
    expect(addressOf('auth/twoFactor').href).toBe('http://localhost:8000/auth/twoFactor')
  })

  it('send second factor and password to the auth host', () => {
    setConfig({ ...testConfig, apiHost: 'https://api.example', authHost: 'https://auth.example' })
    expect(addressOf('/auth/twoFactor').origin).toBe('https://auth.example')
    expect(addressOf('/auth/password').origin).toBe('https://auth.example')
    expect(addressOf('/auth/login').origin).toBe('https://api.example')
    expect(addressOf('/rbac/me').origin).toBe('https://api.example')
  })

  it('are ours only when they are the page, the API or the auth host', () => {
    setConfig({ ...testConfig, apiHost: 'https://api.example' })
    expect(isOurs(new URL('https://api.example/x'))).toBe(true)
    expect(isOurs(new URL('https://api.example.evil.example/x'))).toBe(false)
  })
})
