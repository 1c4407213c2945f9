// @vitest-environment node
import { expect, it } from 'vitest'
import type { Column, Text } from './definition'
import { wideEnough, widthOfText } from './widths'

const WORDS: Record<string, string> = {
  title: 'Situação',
  long: 'Encerrada por inatividade',
  short: 'Aberta',
}
const text: Text = { t: ((key: string) => WORDS[key]) as Text['t'], language: 'pt' }
interface Row {
  state: string
  at: string
}
const state = (more: object = {}): Column<Row> => ({
  key: 'state',
  kind: 'status',
  title: 'title',
  width: 96,
  ...more,
})
const values = [
  { value: 'a', label: 'short', tone: 'info' },
  { value: 'b', label: 'long', tone: 'info' },
] as const

it('a word is reckoned as wide as Archivo sets it, and not less', () => {
  // As a browser measured them.
  expect(widthOfText('Encerrada por inatividade')).toBeGreaterThanOrEqual(142.7)
  expect(widthOfText('Encerrada por inatividade')).toBeLessThan(150)
  expect(widthOfText('Em processamento')).toBeGreaterThanOrEqual(108.1)
  expect(widthOfText('Banco consultado de novo')).toBeGreaterThanOrEqual(149.1)
})

it('a column of states is as wide as its longest word in this language', () => {
  const [column] = wideEnough<Row>({ status: { key: 'state', values } }, [state()], text)
  expect(column?.width).toBeGreaterThan(175 + 32)
  const [roomy] = wideEnough<Row>({ status: { key: 'state', values } }, [state({ width: 300 })], text)
  expect(roomy?.width).toBe(300)
})

it('a column of other words than the states of its list is as wide as those that it names', () => {
  const render = () => null
  const named = wideEnough<Row>({}, [state({ render, words: values })], text)
  expect(named[0]?.width).toBeGreaterThan(175 + 32)
})

it('no head is cut, and what shares the rest goes on doing so', () => {
  const columns: Column<Row>[] = [
    { key: 'at', kind: 'time', title: 'long', width: 96 },
    { key: 'state', kind: 'text', title: 'long' },
  ]
  const [at, free] = wideEnough<Row>({}, columns, text)
  expect(at?.width).toBeGreaterThan(142 + 32)
  expect(free?.width).toBeUndefined()
})
