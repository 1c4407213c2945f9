import { describe, expect, it } from 'vitest'
import { pageOf } from './page'

const page = (headers: Record<string, string>) => pageOf([], new Headers(headers))

describe('a page of a list', () => {
  it('is what its headers say', () => {
    const read = page({ 'X-Total': '23', 'X-Total-Pages': '3', 'X-Next-Page': '2', 'X-Next-Cursor': 'c' })
    expect(read).toEqual({ rows: [], total: 23, estimated: false, pages: 3, hasNext: true, cursor: 'c' })
  })

  it('is the last one when there is no next, though it may be full', () => {
    expect(
      page({ 'X-Total': '20', 'X-Total-Pages': '2', 'X-Next-Page': '', 'X-Next-Cursor': 'c' }).hasNext,
    ).toBe(false)
  })

  it('may have a next one beyond an estimate that was too low', () => {
    const read = page({
      'X-Total': '10001',
      'X-Total-Estimated': '1',
      'X-Next-Page': '',
      'X-Next-Cursor': 'c',
    })
    expect(read).toMatchObject({ estimated: true, hasNext: true })
  })

  it('of nothing has one page', () => {
    expect(page({ 'X-Total': '0', 'X-Total-Pages': '0' })).toMatchObject({
      total: 0,
      pages: 1,
      hasNext: false,
    })
  })
})
