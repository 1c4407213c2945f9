// @vitest-environment node
import { expect, it } from 'vitest'
import { jsonParts } from './jsonParts'

it('JSON is coloured by what it says, and together it is the same text', () => {
  const text = JSON.stringify({ a: 'b: "c"', n: -1.5e3, yes: true, none: null, list: [1] }, null, 2)
  const parts = jsonParts(text)
  expect(parts.map(({ text: part }) => part).join('')).toBe(text)
  const of = (kind: string) => parts.filter((part) => part.kind === kind).map((part) => part.text)
  expect(of('name')).toEqual(['"a"', '"n"', '"yes"', '"none"', '"list"'])
  expect(of('string')).toEqual(['"b: \\"c\\""'])
  expect(of('value')).toEqual(['-1500', 'true', 'null', '1'])
})

it('what is no JSON, or too long, is left as it is', () => {
  expect(jsonParts('BCB said "no": 1')).toEqual([{ text: 'BCB said "no": 1', kind: 'plain', from: 0 }])
  const long = JSON.stringify(Array.from({ length: 10_000 }, () => 1))
  expect(jsonParts(long)).toEqual([{ text: long, kind: 'plain', from: 0 }])
})
