// @vitest-environment node
import { expect, it } from 'vitest'
import { withoutQueries } from './addresses'

const size = (text: string) => new TextEncoder().encode(text).length

it.each([
  [
    '{"url":"https://pay.example/list?payer=12345678909"}',
    '{"url":"https://pay.example/list?*****************"}',
  ],
  ['{"href":"http://localhost:8000/a#b"}', '{"href":"http://localhost:8000/a#*"}'],
  ['{"to":"/dashboard/payin?search=Zé"}', '{"to":"/dashboard/payin?**********"}'],
  ['{"a":"/?tk=s3cret","b":"/x?y=1&z=2"}', '{"a":"/?*********","b":"/x?*******"}'],
  ['{"said":"GET https://a.example/x?y=1 failed"}', '{"said":"GET https://a.example/x?*** failed"}'],
])('%s loses its queries and keeps its length', (json, covered) => {
  expect(withoutQueries(json)).toBe(covered)
  expect(size(covered)).toBe(size(json))
})

it.each([
  '{"url":"https://pay.example/list"}',
  '{"said":"Really? Yes/no?"}',
  '{"when":"2026-11-21T10:00:00Z","text":"a \\"/b\\" c"}',
])('%s is left as it is', (json) => {
  expect(withoutQueries(json)).toBe(json)
})

it('what it makes is still JSON', () => {
  const told = { url: 'https://pay.example/?q=%22%5C', path: '/x?"quoted"', text: 'plain' }
  expect(JSON.parse(withoutQueries(JSON.stringify(told)))).toMatchObject({ text: 'plain' })
})
