// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { madeToken } from './test-kit'
import { decodeToken, isTokenValid } from './token'

const now = Date.UTC(2026, 10, 20)

describe('an access token', () => {
  it('is valid with more than five seconds to live', () => {
    expect(isTokenValid(madeToken(6, now), now)).toBe(true)
    expect(isTokenValid(madeToken(5, now), now)).toBe(false)
    expect(isTokenValid(madeToken(-60, now), now)).toBe(false)
  })

  it.each([null, undefined, '', 'abc', 'a.b.c', `a.${btoa('[]')}.c`, `a.${btoa('{"exp":"soon"}')}.c`])(
    'is not valid when it cannot be decoded: %s',
    (token) => {
      expect(isTokenValid(token)).toBe(false)
    },
  )

  it('gives its e-mail, also with letters beyond ASCII', () => {
    expect(decodeToken(madeToken(60, now, { email: 'zé@loja.example' }))?.email).toBe('zé@loja.example')
  })
})
