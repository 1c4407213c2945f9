// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { divide } from './split'
import { dividedSoFar, MERCHANT, readSplit, type SplitForm } from './splitForm'

const t = (key: string) => key
const LUZ = '0199aaaa-0000-7000-8000-000000000001'

describe('a split', () => {
  it('cuts percentages to the cent and gives what is over to one', () => {
    const thirds = [
      { kind: 'percent', value: 3_333 },
      { kind: 'percent', value: 6_667 },
    ] as const
    expect(divide(thirds, 100, 0)).toEqual({ parts: [34, 66], rest: 0 })
    expect(divide(thirds, 100, -1)).toEqual({ parts: [33, 66], rest: 1 })
  })

  it('leaves to the merchant what nobody takes, unless somebody takes what is left', () => {
    expect(divide([{ kind: 'fixed', value: 30 }], 100, -1)).toEqual({ parts: [30], rest: 70 })
    const taken = divide(
      [
        { kind: 'fixed', value: 30 },
        { kind: 'remainder', value: 0 },
      ],
      100,
      -1,
    )
    expect(taken).toEqual({ parts: [30, 70], rest: 0 })
    expect(divide([{ kind: 'fixed', value: 130 }], 100, -1).rest).toBe(-30)
  })

  it('divides the largest amount exactly', () => {
    expect(divide([{ kind: 'percent', value: 9_999 }], 999_999_999_999, -1)).toEqual({
      parts: [999_899_999_999],
      rest: 100_000_000,
    })
  })

  it('says of each line what keeps it from being sent', () => {
    const form: SplitForm = {
      parts: [
        { key: '1', kind: 'fixed', value: 60, recipient: LUZ },
        { key: '2', kind: 'percent', value: null, recipient: '' },
        { key: '3', kind: 'percent', value: 5_000, recipient: LUZ },
      ],
      rounding: '',
    }
    expect(readSplit(form, 100, t as never)).toEqual({
      errors: {
        'split.parts.1': 'common.field_required',
        'split.parts.2': 'common.split_recipient_twice',
      },
    })
    const fits: SplitForm = {
      parts: [
        { key: '4', kind: 'fixed', value: 60, recipient: LUZ },
        { key: '5', kind: 'percent', value: 5_000, recipient: MERCHANT },
      ],
      rounding: LUZ,
    }
    expect(readSplit(fits, 100, t as never)).toEqual({
      errors: { 'split.parts.1': 'common.split_exceeds_amount' },
    })
    expect(dividedSoFar(fits, 200).rest).toBe(40)
    expect(readSplit(fits, 200, t as never)).toEqual({
      input: {
        parts: [
          { kind: 'fixed', value: 60, recipient: LUZ },
          { kind: 'percent', value: 5_000, recipient: null },
        ],
        rounding: LUZ,
      },
    })
    expect(readSplit({ parts: [], rounding: '' }, 100, t as never)).toEqual({ input: null })
  })
})
