import { beforeAll, describe, expect, it } from 'vitest'
import { texts } from '../../app/i18n'
import { realTexts } from '../../app/test-page'
import { planWords } from './order'

beforeAll(() => realTexts())

describe('a plan about a judicial order', () => {
  it('tells sums as money', () => {
    const { value } = planWords(texts.t as never, 'en')
    expect(value('held', { amount: 80_000, currency: 'BRL' })).toBe('R$800.00')
    expect(value('held', null)).toBe('—')
  })
})
