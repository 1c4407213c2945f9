import { beforeAll, describe, expect, it } from 'vitest'
import { translate } from '../../app/i18n'
import { realTexts } from '../../app/test-page'
import { shownMargin, signOf } from './rule'

beforeAll(() => realTexts())

describe('a rule of a merchant', () => {
  it('writes its comparisons as people do', () => {
    expect(['>=', '<=', '==', '!=', '<', '>'].map(signOf)).toEqual(['≥', '≤', '=', '≠', '<', '>'])
  })

  it('says by how much a charge is beyond a threshold, with one kind of sign', () => {
    const margin = (fact: string, by: number) => shownMargin(translate, 'en', fact, by, 'BRL')
    expect(margin('hour', -6)).toBe('−6')
    expect(margin('amount', -2_990_000)).toBe('−R$29,900.00')
    expect(margin('amount', 500)).toBe('+R$5.00')
  })
})
