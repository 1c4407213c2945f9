// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { CallError, fieldErrors, fromFetch, linesOf, statusText } from './errors'
import type { Translate } from './i18n'

const known: Record<string, string> = {
  'common.not_found': 'Not found',
  'common.field_required': 'Required',
  'common.field.email': 'E-mail',
}
const t: Translate = (key) => known[key] ?? key
const refusal = (message: unknown) =>
  new CallError(statusText(400), 400, { status: false, statusCode: 400, message })

describe('what is said about a failure', () => {
  it('is the text of the key, or the raw message', () => {
    expect(linesOf(t, refusal('not_found'))).toEqual(['Not found'])
    expect(linesOf(t, refusal('something_new'))).toEqual(['something_new'])
  })

  it('is one line for each field', () => {
    expect(linesOf(t, refusal({ email: ['field_required', 'odd'], other: ['odd'] }))).toEqual([
      'E-mail: Required, odd',
      'other: odd',
    ])
  })

  it('reads the two older shapes', () => {
    expect(linesOf(t, refusal({ error: 'Broken', message: 'not_found' }))).toEqual(['Broken', 'Not found'])
    expect(linesOf(t, refusal({ exception: 'E', line: 3, message: 'Broken' }))).toEqual(['Broken'])
  })

  it('names the minutes to wait, and what customer service needs to find a fault', () => {
    const wait = new Headers({ 'Retry-After': '61' })
    const limited = new CallError(statusText(429), 429, { message: 'too_many_tries' }, wait)
    expect(linesOf((key, values) => `${key} ${values?.count}`, limited)).toEqual(['common.wait_minutes 2'])
    const fault = new CallError(statusText(500), 500, { message: 'unexpected_error', request_id: 'r-1' })
    expect(linesOf((key, values) => `${key} ${values?.id}`, fault)).toEqual([
      'common.unexpected_error undefined',
      'common.request_id r-1',
    ])
  })

  it('is the generic text when the answer says nothing', () => {
    expect(linesOf(t, new CallError(statusText(502), 502, '<html>'))).toEqual([
      'Request failed with status code 502',
    ])
  })
})

describe('a call without an answer', () => {
  it('has the texts of the specification', () => {
    expect(fromFetch(new TypeError('Failed to fetch')).message).toBe('Network Error')
    expect(fromFetch(new DOMException('', 'AbortError')).message).toBe('Request aborted')
    expect(fromFetch(new DOMException('', 'TimeoutError'), 3000).message).toBe('timeout of 3000ms exceeded')
  })
})

it('names the fields for a form', () => {
  expect(fieldErrors(t, refusal({ email: ['field_required'] }))).toEqual({ email: 'Required' })
  expect(fieldErrors(t, refusal('not_found'))).toEqual({})
})
