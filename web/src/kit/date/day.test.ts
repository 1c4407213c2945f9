// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { readDay, showDay, typedDay } from './day'

describe('a typed day', () => {
  it('gets its slashes by itself', () => {
    expect(typedDay('2')).toBe('2')
    expect(typedDay('2011')).toBe('20/11')
    expect(typedDay('20112026')).toBe('20/11/2026')
    expect(typedDay('20/11/2026 and more')).toBe('20/11/2026')
  })

  it('is a day only when it exists', () => {
    expect(readDay('20/11/2026')).toBe('2026-11-20')
    expect(readDay('29/02/2028')).toBe('2028-02-29')
    expect(readDay('29/02/2027')).toBeNull()
    expect(readDay('31/13/2026')).toBeNull()
    expect(readDay('20/11')).toBeNull()
  })

  it('lies between 1900 and 2099', () => {
    expect(readDay('31/12/1899')).toBeNull()
    expect(readDay('01/01/2100')).toBeNull()
    expect(readDay('31/12/2099')).toBe('2099-12-31')
  })

  it('comes back as it is typed', () => {
    expect(showDay('2026-11-20')).toBe('20/11/2026')
  })
})
