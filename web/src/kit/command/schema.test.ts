// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../app/commands'
import { emptyValues, pathOf, readValues } from './schema'

const t = (key: string) => key
const { fields } = COMMANDS['payin:charge:create']
const empty = emptyValues(fields)
const filled = { ...empty, amount: 1990 }

describe('the form of a Command', () => {
  it('asks for what its schema demands, and nothing else', () => {
    expect(readValues(fields, empty, t)).toEqual({ errors: { amount: 'common.field_required' } })
    expect(readValues(fields, filled, t)).toEqual({
      input: {
        amount: { amount: 1990, currency: 'BRL' },
        payer: null,
        description: null,
        reference: null,
        // The merchant's usual.
        expires_in: null,
        split: null,
      },
    })
  })

  it('leaves a part out whole, or wants all of it', () => {
    expect(readValues(fields, { ...filled, 'payer.name': 'Maria' }, t)).toEqual({
      errors: { 'payer.document': 'common.field_required' },
    })
    const whole = { ...filled, 'payer.name': ' Maria ', 'payer.document': '529.982.247-25' }
    expect(readValues(fields, whole, t)).toMatchObject({
      input: { payer: { name: 'Maria', document: '529.982.247-25' } },
    })
  })

  it.each([
    [{ description: 'x'.repeat(141) }, { description: 'common.too_long' }],
    [{ expires_in: '59' }, { expires_in: 'common.out_of_range' }],
    [{ expires_in: '60.5' }, { expires_in: 'common.out_of_range' }],
    [{ expires_in: 'soon' }, { expires_in: 'common.out_of_range' }],
  ])('keeps to the limits: %j', (wrong, errors) => {
    expect(readValues(fields, { ...filled, ...wrong }, t)).toEqual({ errors })
  })

  it('takes a number that was chosen as a word', () => {
    expect(readValues(fields, { ...filled, expires_in: '3600' }, t)).toMatchObject({
      input: { expires_in: 3600 },
    })
  })

  it('says an empty text where the server knows no null', () => {
    const asked = COMMANDS['kyc:request:take'].fields
    expect(readValues(asked, emptyValues(asked), t)).toEqual({ input: { assignee: '' } })
  })

  it('puts the id into the path as one part of it', () => {
    expect(pathOf(COMMANDS['payin:charge:cancel'], { id: 'a/../b' })).toBe(
      '/v1/payin/charges/a%2F..%2Fb/cancel',
    )
  })
})
