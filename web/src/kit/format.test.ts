// @vitest-environment node
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  formatAmount,
  formatCompact,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShare,
  formatSums,
  formatTime,
  formatUnder,
  shortId,
  zoneName,
} from './format'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('money', () => {
  it('reads in both languages, from minor units', () => {
    expect(formatAmount({ amount: 124_990, currency: 'BRL' }, 'en')).toBe('1,249.90')
    expect(formatAmount({ amount: 124_990, currency: 'BRL' }, 'pt')).toBe('1.249,90')
    expect(plain(formatMoney({ amount: 5, currency: 'BRL' }, 'pt'))).toBe('R$ 0,05')
  })

  it('stands behind its symbol as each language writes it, and behind its code where a symbol is not enough', () => {
    expect(formatMoney({ amount: 123_456, currency: 'BRL' }, 'en')).toBe('R$1,234.56')
    expect(formatMoney({ amount: 123_456, currency: 'BRL' }, 'pt')).toBe('R$\u00a01.234,56')
    expect(formatMoney({ amount: -4000, currency: 'BRL' }, 'en')).toBe('−R$40.00')
    expect(formatMoney({ amount: 5, currency: 'EUR' }, 'en')).toBe('€0.05')
    expect(formatMoney({ amount: 5, currency: 'USD' }, 'en')).toBe('USD\u00a00.05')
  })

  it('of another currency than the heading names is told with its own', () => {
    expect(formatUnder({ amount: 124_990, currency: 'BRL' }, 'BRL', 'en')).toBe('1,249.90')
    expect(formatUnder({ amount: 6_531, currency: 'JPY' }, 'BRL', 'en')).toBe('JPY\u00a06,531')
    expect(formatUnder({ amount: 100_500, currency: 'TND' }, 'BRL', 'pt')).toBe('TND\u00a0100,500')
    expect(formatUnder({ amount: 5_000, currency: 'EUR' }, undefined, 'en')).toBe('50.00')
  })

  it('keeps every centavo of an amount that no float holds', () => {
    expect(formatAmount({ amount: 9_007_199_254_740_991, currency: 'BRL' }, 'en')).toBe(
      '90,071,992,547,409.91',
    )
  })

  it('keeps the sign of what is less than one', () => {
    expect(formatAmount({ amount: -7, currency: 'BRL' }, 'en')).toBe('−0.07')
    expect(formatAmount({ amount: -100_000_00, currency: 'BRL' }, 'pt')).toBe('−100.000,00')
  })

  it('gives a currency its own digits', () => {
    expect(formatAmount({ amount: 1500, currency: 'JPY' }, 'en')).toBe('1,500')
    expect(formatAmount({ amount: 1_234_567, currency: 'TND' }, 'pt')).toBe('1.234,567')
    expect(plain(formatMoney({ amount: 7, currency: 'KWD' }, 'en'))).toBe('KWD 0.007')
  })

  it('in several currencies is never one sum', () => {
    const sums = [
      { amount: 4_500, currency: 'BRL' },
      { amount: 1_250, currency: 'JPY' },
    ]
    expect(plain(formatSums(sums, 'en'))).toBe('R$45.00 + JPY 1,250')
  })
})

it('a count is grouped by thousands', () => {
  expect([0, 999, 1000, 1_234_567].map((count) => formatNumber(count, 'pt'))).toEqual([
    '0',
    '999',
    '1.000',
    '1.234.567',
  ])
})

describe('percentages', () => {
  it('come as text and carry a sign when they tell a change', () => {
    expect(plain(formatPercent('12.4', 'en', true))).toBe('+12.4%')
    expect(plain(formatPercent('-0.8', 'pt', true))).toBe('−0,8%')
    expect(plain(formatPercent('89.2', 'en'))).toBe('89.2%')
    expect([zoneName('America/Sao_Paulo', 'pt'), zoneName('America/Sao_Paulo', 'en')]).toEqual([
      'horário de Brasília',
      'Brasilia Time',
    ])
    expect([formatShare(55, 'pt'), formatShare('33.33', 'pt'), formatShare('5.50', 'en')]).toEqual([
      '55%',
      '33,33%',
      '5.5%',
    ])
  })
})

describe('moments', () => {
  const style = { zone: 'America/Sao_Paulo' } as const

  it('are dd/MM/yyyy in Portuguese, and name the month in English', () => {
    expect(formatTime('2025-11-20T21:53:07Z', 'pt', style)).toBe('20/11/2025 18:53')
    expect(formatTime('2025-11-20T21:53:07Z', 'pt', { ...style, time: 'seconds' })).toBe(
      '20/11/2025 18:53:07',
    )
    expect(formatTime('2025-09-02T02:00:00Z', 'pt', { ...style, time: 'none' })).toBe('01/09/2025')
    expect(formatDay('2026-11-20', 'pt')).toBe('20/11/2026')
    expect(formatTime('2025-11-20T21:53:07Z', 'en', style)).toBe('20 Nov 2025, 18:53')
    expect(formatTime('2025-09-02T02:00:00Z', 'en', { ...style, time: 'none' })).toBe('1 Sep 2025')
    expect(formatDay('2026-11-20', 'en')).toBe('20 Nov 2026')
  })

  it('leave out this year, and no other, where many stand below each other', () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const short = { zone: 'America/Sao_Paulo', year: 'auto' } as const
    expect(formatTime('2026-11-20T21:53:07Z', 'pt', short)).toBe('20/11 18:53')
    expect(formatTime('2026-11-20T21:53:07Z', 'en', short)).toBe('20 Nov, 18:53')
    expect(formatTime('2025-11-20T21:53:07Z', 'pt', short)).toBe('20/11/2025 18:53')
    expect(formatTime('2025-11-20T21:53:07Z', 'en', short)).toBe('20 Nov 2025, 18:53')
  })
})

describe('a number beside a chart', () => {
  it.each(['pt', 'en'] as const)('reads in %s as the browser would write it', (language) => {
    const intl = new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en-US', { notation: 'compact' })
    const numbers = [0, 0.5, 7, 10, 42, 999, 1_000, 1_250, 1_500, 9_949, 9_990, 15_400, 999_400, 999_950]
    for (const number of [...numbers, 1_000_000, 2_500_000, 12_345_678, 3_000_000_000, 5_000_000_000_000]) {
      expect(plain(formatCompact(number, language))).toBe(plain(intl.format(number)))
    }
  })
})

it('a long id is shown by its ends', () => {
  expect(shortId('E00000000202611201847a1B2c3D4e5F')).toBe('E0000…4e5F')
  expect(shortId('48210')).toBe('48210')
})
