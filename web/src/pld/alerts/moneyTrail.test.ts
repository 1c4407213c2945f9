// @vitest-environment node
import { expect, it } from 'vitest'
import type { Translate } from '../../app/i18n'
import { boxesOf, ends, linesOf, type MoneyParty, type MoneyTrail } from './moneyTrail'

const words = ((key: string, values?: object) =>
  [key, ...Object.values(values ?? {})].join(' ')) as unknown as Translate
const text = { t: words, language: 'en' as const }
const money = (amount: number) => ({ amount, currency: 'BRL' })
const party = (id: number, layer: number, more: Partial<MoneyParty> = {}): MoneyParty => ({
  id,
  layer,
  kind: 'person',
  name: `Person ${id}`,
  document: '***.444.777-**',
  company_id: null,
  entered: money(1000),
  followed: money(0),
  again: null,
  more: 0,
  more_amount: money(0),
  at_least: false,
  ...more,
})
const flow = (source: number, target: number, amount: number) => ({
  source,
  target,
  amount: money(amount),
  moved: money(amount),
  movements: 1,
  first_at: '2026-11-01T12:00:00Z',
  last_at: '2026-11-01T12:00:00Z',
})
const TRAIL: MoneyTrail = {
  course: 'onward',
  days: 30,
  since: '2026-10-01T12:00:00Z',
  until: '2026-12-01T12:00:00Z',
  parties: [
    party(0, 0, {
      kind: 'merchant',
      name: 'Aurora',
      company_id: 2,
      entered: money(5000),
      followed: money(5000),
    }),
    party(1, 1, { followed: money(400), more: 31, more_amount: money(90) }),
    party(2, 1, { kind: 'unknown', name: null, document: null }),
    party(3, 2, { name: 'Aurora', again: 0 }),
  ],
  flows: [flow(0, 1, 1000), flow(0, 2, 1000), flow(1, 3, 310)],
}

it('has a box for each party and one for those that are not shown, a step further', () => {
  const boxes = boxesOf(TRAIL, text)
  expect(boxes.map(({ key, layer }) => [key, layer])).toEqual([
    ['0', 0],
    ['1', 1],
    ['rest 1', 2],
    ['2', 1],
    ['3', 2],
  ])
  expect(boxes[2]?.title).toBe('pld.money.more 31')
  expect(boxes[3]?.title).toBe('pld.money.unknown')
})

it('says of a party what came, what went on, and what was not seen leaving', () => {
  const [, one] = boxesOf(TRAIL, text)
  expect(one?.told).toEqual([
    '***.444.777-**',
    'pld.money.entered.onward R$10.00',
    'pld.money.followed.onward R$4.00',
    'pld.money.stayed.onward R$6.00',
  ])
})

it('marks money that comes back to the subject, and says that it went round', () => {
  const boxes = boxesOf(TRAIL, text)
  expect(boxes.at(-1)?.look).toBe('warning')
  expect(boxes.at(-1)?.told.at(-1)).toBe('pld.money.round')
  expect(linesOf(TRAIL).map(({ look }) => look)).toEqual([undefined, undefined, 'warning', undefined])
})

it('says "at least" where more moved than was read', () => {
  const parties = [party(0, 0, { more: 31, at_least: true })]
  expect(boxesOf({ ...TRAIL, parties }, text)[1]?.title).toBe('pld.money.more_at_least 31')
})

it('reads who paid whom from the other end where it asks where money came from', () => {
  expect(ends('onward', flow(0, 1, 1))).toEqual([0, 1])
  expect(ends('back', flow(0, 1, 1))).toEqual([1, 0])
  const between = (course: MoneyTrail['course']) =>
    linesOf({ ...TRAIL, course }).map(({ from, to }) => `${from} ${to}`)
  expect(between('onward')).toEqual(['0 1', '0 2', '1 3', '1 rest 1'])
  expect(between('back')).toEqual(['1 0', '2 0', '3 1', 'rest 1 1'])
})
