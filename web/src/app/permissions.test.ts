import { describe, expect, it } from 'vitest'
import { heldPermissions, may, mayWrite } from './permissions'

describe('the permission check', () => {
  it('passes when any held permission is allowed', () => {
    localStorage.setItem('permissions', 'a::b:read,c::d:read')
    expect(may(['x::y:read', 'c::d:read'])).toBe(true)
    expect(may(['x::y:read'])).toBe(false)
  })

  it.each([[undefined], [null], [[]], [[false]], [['x::y:read', false]]] as const)(
    'passes when the allowed list is %j',
    (allowed) => {
      localStorage.setItem('permissions', 'a::b:read')
      expect(may(allowed)).toBe(true)
    },
  )

  it('fails while nothing is stored, whatever is allowed', () => {
    expect(heldPermissions()).toBeNull()
    expect(may([])).toBe(false)
    expect(may([false])).toBe(false)
  })
})

describe('the may-write check', () => {
  it.each(['a::b:write', 'a::addUser', 'a::b:EDIT', 'a::Added:read'])('passes for %s', (permission) => {
    expect(mayWrite([permission])).toBe(true)
  })

  it('fails for names that only read', () => {
    expect(mayWrite(['a::b:read', 'c::d:view'])).toBe(false)
    expect(mayWrite()).toBe(false)
  })
})
