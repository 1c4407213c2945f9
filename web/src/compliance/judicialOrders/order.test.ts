import { beforeAll, describe, expect, it } from 'vitest'
import { texts, translate } from '../../app/i18n'
import { realTexts } from '../../app/test-page'
import { lastDay, planWords, STATUSES, TYPES, wordOf } from './order'

beforeAll(() => realTexts())

describe('a plan about a judicial order', () => {
  it('tells sums as money', () => {
    const { value } = planWords(texts.t as never, 'en')
    expect(value('held', { amount: 80_000, currency: 'BRL' })).toBe('R$800.00')
    expect(value('held', null)).toBe('—')
  })
})

describe('the status of a judicial order', () => {
  it('fits an order of each type: one to unblock holds nothing', () => {
    const executed = STATUSES.find(({ value }) => value === 'executing')
    expect(executed?.label).toBe('judicialOrders.status.executing')
    expect(wordOf(translate, 'status', 'executing')).toBe('To be answered')
    expect(TYPES).toContain('unblock')
    expect(STATUSES.map(({ value }) => wordOf(translate, 'status', value))).toContain('Withdrawn')
  })
})

describe('the last day of a repetition', () => {
  it('is the day that the court named, not the midnight after it', () => {
    expect(lastDay('2026-12-11T03:00:00Z', 'America/Sao_Paulo')).toBe('2026-12-10')
  })
})
