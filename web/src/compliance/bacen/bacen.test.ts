import { describe, expect, it } from 'vitest'
import { type Attribute, knownOn } from './bacen'

const attribute = (id: string, more: Partial<Attribute>): Attribute =>
  ({ id, state: 'known', valid_from: '2026-01-01', valid_to: null, known_to: null, ...more }) as Attribute
const ROWS = [
  attribute('low', { known_from: '2026-01-01T12:00:00Z', known_to: '2026-03-11T01:30:00Z' }),
  attribute('low until', {
    known_from: '2026-03-11T01:30:00Z',
    valid_to: '2026-02-01',
  }),
  attribute('high', { known_from: '2026-03-11T01:30:00Z', valid_from: '2026-02-01' }),
]
const ids = (day: string | null, valid: string | null) => knownOn(ROWS, day, valid).map(({ id }) => id)

describe('what was known on a day', () => {
  it('is what São Paulo knew at the end of that day', () => {
    // 01:30 in UTC is still the evening of the 10th there.
    expect(ids('2026-03-09', null)).toEqual(['low'])
    expect(ids('2026-03-10', null)).toEqual(['low until', 'high'])
    expect(ids('2025-12-31', null)).toEqual([])
  })

  it('is narrowed to what held on another day', () => {
    expect(ids('2026-03-09', '2026-02-15')).toEqual(['low'])
    expect(ids('2026-03-10', '2026-02-15')).toEqual(['high'])
    expect(ids('2026-03-10', '2026-01-31')).toEqual(['low until'])
    expect(ids(null, '2026-02-01')).toEqual(['high'])
  })

  it('has nothing of what is only proposed or was refused', () => {
    const waits = attribute('waits', { known_from: '2026-03-11T01:30:00Z', state: 'proposed' })
    const refused = { ...waits, id: 'refused', state: 'refused' } as Attribute
    expect(knownOn([waits, refused, ...ROWS], null, null).map(({ id }) => id)).toEqual(['low until', 'high'])
  })
})
