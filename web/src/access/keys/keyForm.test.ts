// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Translate } from '../../app/i18n'
import type { KeyRow } from '../contract'
import { EMPTY_KEY, formOf, type KeyForm, readKey } from './keyForm'

const t: Translate = (key) => key
const zone = 'America/Sao_Paulo'
const now = new Date('2026-11-20T12:00:00Z')
const read = (part: Partial<KeyForm>) =>
  readKey({ ...EMPTY_KEY, name: 'Shop', role: 4, ...part }, t, zone, now)

describe('the form of a key', () => {
  it('ends a key with the last second of its last day, in the zone of the books', () => {
    expect(read({ expiry: '30' })).toMatchObject({ input: { expires_at: '2026-12-21T02:59:59.000Z' } })
    expect(read({ expiry: 'day', day: '01/12/2026' })).toMatchObject({
      input: { expires_at: '2026-12-02T02:59:59.000Z' },
    })
  })

  it('lets a key live on only when that was chosen', () => {
    expect(read({ expiry: 'never' })).toMatchObject({ input: { expires_at: null } })
    expect(read({ expiry: 'day', day: '' })).toEqual({ errors: { expires_at: 'kit.period.no_day' } })
  })

  it('ends no key in the past', () => {
    expect(read({ expiry: 'day', day: '19/11/2026' })).toEqual({
      errors: { expires_at: 'access.new_key.past' },
    })
  })

  it('takes addresses and ranges by line, comma or space, and names what is none', () => {
    expect(read({ addresses: '10.0.0.7, 192.168.0.0/16\n2001:db8::/32' })).toMatchObject({
      input: { addresses: ['10.0.0.7', '192.168.0.0/16', '2001:db8::/32'] },
    })
    expect(read({ addresses: 'shop.example' })).toEqual({ errors: { addresses: 'access.new_key.wrong' } })
  })

  it('holds at most twenty ranges', () => {
    const many = Array.from({ length: 21 }, (_, place) => `10.0.0.${place}`).join('\n')
    expect(read({ addresses: many })).toEqual({ errors: { addresses: 'access.new_key.too_many' } })
  })

  it('wants a name and a role', () => {
    expect(read({ name: ' ', role: null })).toEqual({
      errors: { name: 'common.field_required', role_id: 'common.field_required' },
    })
  })

  it('begins with what a key is, and gives the same back', () => {
    const row = {
      name: 'Shop',
      role_id: 4,
      addresses: ['10.0.0.0/8'],
      expires_at: '2026-12-02T02:59:59.000Z',
    } as KeyRow
    expect(readKey(formOf(row, zone), t, zone, now)).toEqual({
      input: { name: 'Shop', addresses: ['10.0.0.0/8'], expires_at: '2026-12-02T02:59:59.000Z' },
    })
  })
})
