// @vitest-environment node
import { expect, it } from 'vitest'
import type { Translate } from '../../../app/i18n'
import { boxesOf, edgeSums, findingText, type Graph, linesOf, type Node, nodePath } from './payeeGraph'

const words = ((key: string, values?: object) =>
  [key, ...Object.values(values ?? {})].join(' ')) as unknown as Translate
const node = (id: number, kind: Node['kind'], hop: number, more: Partial<Node> = {}): Node => ({
  id,
  kind,
  hop,
  name: `${kind} ${id}`,
  document: kind === 'destination' ? null : '***.982.247-**',
  place: kind === 'destination' ? 'j***@loja.example' : null,
  live: true,
  unit_id: null,
  company_id: null,
  books: [],
  more: 0,
  at_least: false,
  ...more,
})
const BOOK = { payee_id: 'p2', company_id: 2, company_name: 'Loja Aurora', name: 'Maria', status: 'pending' }
const edge = (source: number, target: number, kind: Graph['edges'][number]['kind']) => ({
  source,
  target,
  kind,
  payments: null,
  amount: null,
})
const GRAPH: Graph = {
  nodes: [
    node(0, 'person', 0),
    node(1, 'destination', 1, { more: 31 }),
    node(2, 'person', 2, { books: [BOOK] }),
    node(3, 'merchant', 1, { document: null }),
    node(4, 'unit', 1, { unit_id: 'u4' }),
  ],
  edges: [
    edge(0, 1, 'receives_at'),
    edge(2, 1, 'receives_at'),
    edge(1, 2, 'owned_by'),
    { ...edge(3, 0, 'pays'), payments: 2, amount: { amount: 20_000, currency: 'BRL' } },
  ],
  findings: [
    { kind: 'shared_destination', nodes: [1, 0, 2] },
    { kind: 'ring', nodes: [0, 2] },
    { kind: 'many_names', nodes: [0] },
  ],
  names: [],
  all_books: true,
}

it('marks what deserves a look, and the payee stays where it begins', () => {
  const looks = Object.fromEntries(boxesOf(GRAPH, words).map(({ key, look }) => [key, look]))
  expect(looks).toEqual({ 0: 'start', 1: 'warning', 'rest 1': 'rest', 2: 'warning', 3: 'plain', 4: 'plain' })
})

it('leads to the payee of a book and to a unit, and never to itself', () => {
  expect(GRAPH.nodes.map(nodePath)).toEqual([
    undefined,
    undefined,
    '/dashboard/payouts/data-qualification/individual/p2',
    undefined,
    '/dashboard/payouts/franchises/u4',
  ])
})

it('says a finding with the names in it, a ring until it is closed', () => {
  expect(GRAPH.findings.map((finding) => findingText(finding, GRAPH, words))).toEqual([
    'payees.graph.finding.shared_destination 2 j***@loja.example person 0, person 2',
    'payees.graph.finding.ring person 0 → person 2 → person 0',
    'payees.graph.finding.many_names',
  ])
})

it('marks the lines of a ring and of money that goes both ways, and tells payments with their sum', () => {
  expect(linesOf(GRAPH).map(({ look }) => look)).toEqual([
    undefined,
    undefined,
    'warning',
    'warning',
    undefined,
  ])
  const [plain, , , paid] = GRAPH.edges
  const text = { t: words, language: 'en' as const }
  expect(plain && edgeSums(plain, text)).toBe('—')
  expect(paid && edgeSums(paid, text)).toBe('R$200.00 · payees.place.times 2')
})
