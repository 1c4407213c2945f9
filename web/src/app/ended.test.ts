import { beforeEach, describe, expect, it } from 'vitest'
import { notePage, takePage } from './ended'
import { setTokens } from './state'

const record = '/dashboard/payin/payments/list?search=abc'
const tokenOf = (email: string) => `h.${btoa(JSON.stringify({ exp: 2e9, email }))}.s`

beforeEach(() => setTokens(tokenOf('ana@x.example'), 'r1'))

describe('the page to return to after signing in', () => {
  it('is the one that was asked for, once', () => {
    notePage(record, null)
    expect([takePage(), takePage()]).toEqual([record, '/dashboard'])
  })

  it('is the one a session ended on, for the same person only', () => {
    notePage(record, 'ana@x.example')
    expect(takePage()).toBe(record)
    notePage(record, 'bruno@x.example')
    // The same page, loaded again by the browser after the end.
    notePage(record, null)
    expect(takePage()).toBe('/dashboard')
  })

  it('is never one outside of the dashboard', () => {
    for (const page of ['/', '/403', '//other.example/dashboard/', '/dashboardx', 'https://other.example']) {
      notePage(page, null)
    }
    expect(takePage()).toBe('/dashboard')
  })
})
