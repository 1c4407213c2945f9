import { beforeAll, describe, expect, it } from 'vitest'
import { texts, translate } from '../../app/i18n'
import { realTexts } from '../../app/test-page'
import { lastDay, notOf, planWords, STATUSES, TYPES, wordOf } from './order'

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

describe('the form of a new order', () => {
  it('asks for an amount of a block, and of an unblock of a part', () => {
    expect(notOf({ type: 'block', extent: 'all', secret: true })).toEqual(['about', 'extent'])
    expect(notOf({ type: 'unblock', extent: 'all' })).toContain('amount')
    expect(notOf({ type: 'unblock', extent: 'part' })).toEqual(['repeat_until', 'viewers'])
    expect(notOf({ type: 'transfer', extent: 'part' })).toContain('amount')
    expect(notOf({ type: 'information' })).toEqual(['about', 'extent', 'amount', 'repeat_until', 'viewers'])
  })
})

describe('the last day of a repetition', () => {
  it('is the day that the court named, not the midnight after it', () => {
    expect(lastDay('2026-12-11T03:00:00Z', 'America/Sao_Paulo')).toBe('2026-12-10')
  })
})
