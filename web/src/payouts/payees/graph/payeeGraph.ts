import type { components } from '../../../app/api-types'
import type { Language, Translate } from '../../../app/i18n'
import { formatDocument, formatMoney } from '../../../kit/format'
import type { GraphBox, GraphLine } from '../../../kit/graph/LayerGraph'
import { bankName } from '../../../kit/place/bankName'
import { unitPath } from '../../franchises/unit'
import { payeePath } from '../payee'

/** The graph of a payee as the server tells it, as boxes, lines and sentences. */

export type Graph = components['schemas']['PayeeGraph']
export type Node = Graph['nodes'][number]
export type Edge = Graph['edges'][number]
export type Finding = Graph['findings'][number]

interface Text {
  t: Translate
  language: Language
}

export function nodeName({ kind, name, place, document }: Node, t: Translate): string {
  if (kind === 'destination') return place ? formatDocument(place) : t('payees.graph.kind.destination')
  return name ?? (document ? formatDocument(document) : t(`payees.graph.kind.${kind}`))
}

/** Where a node has a screen of its own; the payee's own is this one. */
export function nodePath({ id, kind, books, unit_id }: Node): string | undefined {
  if (kind === 'unit' && unit_id) return unitPath(unit_id)
  const [book] = books
  return id !== 0 && book ? payeePath(book.payee_id) : undefined
}

export const restText = ({ more, at_least }: Node, t: Translate): string =>
  t(at_least ? 'payees.graph.more_at_least' : 'payees.graph.more', { count: more })

export function boxesOf({ nodes, findings, all_books }: Graph, t: Translate): GraphBox[] {
  const found = new Set(findings.flatMap((finding) => (finding.kind === 'many_names' ? [] : finding.nodes)))
  return nodes.flatMap((node): GraphBox[] => [
    {
      key: String(node.id),
      layer: node.hop,
      title: nodeName(node, t),
      note: noteOf(node, t),
      look: node.id === 0 ? 'start' : found.has(node.id) ? 'warning' : 'plain',
      told: toldOf(node, all_books, t),
      to: nodePath(node),
    },
    ...(node.more > 0
      ? [
          {
            key: `rest ${node.id}`,
            layer: node.hop + 1,
            title: restText(node, t),
            note: '',
            look: 'rest' as const,
            told: [nodeName(node, t)],
          },
        ]
      : []),
  ])
}

function noteOf(node: Node, t: Translate): string {
  if (node.kind === 'destination')
    return node.live ? (bankName(node.name) ?? t('payees.graph.kind.destination')) : t('payees.graph.over')
  return node.document ? formatDocument(node.document) : t(`payees.graph.kind.${node.kind}`)
}

function toldOf(node: Node, allBooks: boolean, t: Translate): string[] {
  return [
    t(`payees.graph.kind.${node.kind}`),
    ...(node.document ? [formatDocument(node.document)] : []),
    ...(node.kind === 'destination' && !node.live ? [t('payees.graph.over')] : []),
    ...(node.kind === 'person' && node.books.length === 0 ? [t('payees.graph.no_book')] : []),
    ...(allBooks && node.books.length > 0
      ? [
          t('payees.graph.books', {
            names: [...new Set(node.books.map((book) => book.company_name))].join(', '),
          }),
        ]
      : []),
  ]
}

/** Money runs from a merchant to the payee, on to a destination, and to whoever owns it. */
export function linesOf({ nodes, edges, findings }: Graph): GraphLine[] {
  const rings = findings.filter(({ kind }) => kind === 'ring' || kind === 'money_ring')
  const ringed = new Set(rings.flatMap((ring) => ring.nodes))
  const warned = ({ kind, source, target }: Edge) =>
    kind === 'pays_back' ||
    kind === 'pays' ||
    (kind === 'owned_by' && ringed.has(target) && !ringed.has(source))
  return [
    ...edges.map(
      (edge): GraphLine => ({
        from: String(edge.source),
        to: String(edge.target),
        weight: 0,
        ...(warned(edge) && { look: 'warning' }),
      }),
    ),
    ...nodes.flatMap(({ id, more }): GraphLine[] =>
      more > 0 ? [{ from: String(id), to: `rest ${id}`, weight: 0 }] : [],
    ),
  ]
}

/** What deserves a look, in a sentence. */
export function findingText({ kind, nodes: ids }: Finding, { nodes }: Graph, t: Translate): string {
  const names = ids.map((id) => {
    const node = nodes[id]
    return node ? nodeName(node, t) : '—'
  })
  const [first = '', ...others] = names
  switch (kind) {
    case 'shared_destination':
      return t('payees.graph.finding.shared_destination', {
        count: others.length,
        place: first,
        names: others.join(', '),
      })
    case 'shared_unit':
      return t('payees.graph.finding.shared_unit', {
        count: others.length,
        person: first,
        names: others.join(', '),
      })
    case 'ring':
      return t('payees.graph.finding.ring', { names: [...names, first].join(' → ') })
    case 'money_ring':
      return t('payees.graph.finding.money_ring', { merchant: others[0] ?? '' })
    case 'many_names':
      return t('payees.graph.finding.many_names')
  }
}

export function edgeSums({ payments, amount }: Edge, { t, language }: Text): string {
  if (payments === null || amount === null) return '—'
  return `${formatMoney(amount, language)} · ${t('payees.place.times', { count: payments })}`
}
