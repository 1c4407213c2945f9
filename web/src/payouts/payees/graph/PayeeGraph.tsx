import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import { settings } from '../../../app/state'
import { useStore } from '../../../app/store'
import { formatDocument, formatNumber } from '../../../kit/format'
import { LayerGraph } from '../../../kit/graph/LayerGraph'
import { Loaded } from '../../../kit/record/Loaded'
import { MiniTable } from '../../../kit/record/MiniTable'
import { Card } from '../../../ui/Card'
import { EmptyState } from '../../../ui/EmptyState'
import styles from './PayeeGraph.module.css'
import {
  boxesOf,
  edgeSums,
  findingText,
  type Graph,
  linesOf,
  type Node,
  nodeName,
  nodePath,
  restText,
} from './payeeGraph'

/** What a payee has in common with others: a drawing, what deserves a look, and a table with the same facts. */
export default function PayeeGraph({ id }: { id: string }) {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const graph = useQuery({
    queryKey: ['payouts.payee.graph', account, id],
    queryFn: ({ signal }) =>
      body(api.GET('/v1/payouts/payees/{id}/graph', { params: { path: { id } }, signal })),
  })
  return <Loaded query={graph}>{(found) => <Found graph={found} />}</Loaded>
}

function Found({ graph }: { graph: Graph }) {
  const t = useT('payees')
  const { boxes, lines } = useMemo(() => ({ boxes: boxesOf(graph, t), lines: linesOf(graph) }), [graph, t])
  const [payee] = graph.nodes
  const name = payee ? nodeName(payee, t) : ''
  const hops = Math.max(...boxes.map(({ layer }) => layer))
  return (
    <div className={styles.page}>
      <Findings graph={graph} />
      {graph.edges.length === 0 ? (
        <Card>
          <EmptyState level={2} title={t('payees.graph.none')} hint={t('payees.graph.none_hint')} />
        </Card>
      ) : (
        <div className={styles.drawn}>
          <Card title={t('payees.graph.title')}>
            <LayerGraph
              label={t('payees.graph.drawing', { name })}
              boxes={boxes}
              lines={lines}
              headings={[
                t('payees.graph.payee'),
                ...Array.from({ length: hops }, (_, place) => t('payees.graph.hop', { step: place + 1 })),
              ]}
            />
            <p className={styles.quiet}>
              {t(graph.all_books ? 'payees.graph.all_books' : 'payees.graph.own_book')}
            </p>
          </Card>
          <Links graph={graph} />
        </div>
      )}
      {graph.names.length > 1 && <Names names={graph.names} />}
    </div>
  )
}

function Findings({ graph }: { graph: Graph }) {
  const t = useT('payees')
  if (graph.findings.length === 0) return null
  return (
    <Card title={t('payees.graph.findings')}>
      <ul className={styles.findings}>
        {graph.findings.map((finding) => (
          <li key={`${finding.kind} ${finding.nodes.join(' ')}`}>
            <TriangleAlert size={18} strokeWidth={1.75} aria-hidden /> {findingText(finding, graph, t)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Links({ graph }: { graph: Graph }) {
  const t = useT('payees')
  const language = useLanguage()
  const of = (id: number) => graph.nodes[id]
  const title = t('payees.graph.table')
  const links = graph.edges.map((edge) => ({
    key: `${edge.source} ${edge.kind} ${edge.target}`,
    cells: [
      <Named key="from" node={of(edge.source)} />,
      t(`payees.graph.edge.${edge.kind}`),
      <Named key="to" node={of(edge.target)} />,
      edgeSums(edge, { t, language }),
    ],
  }))
  const rest = graph.nodes.flatMap((node) =>
    node.more > 0
      ? [
          {
            key: `rest ${node.id}`,
            cells: [<Named key="from" node={node} />, t('payees.graph.edge.rest'), restText(node, t), '—'],
          },
        ]
      : [],
  )
  return (
    <Card title={title} flush>
      <MiniTable
        label={title}
        columns={[
          { key: 'from', title: t('payees.graph.column.from'), wide: true },
          { key: 'edge', title: t('payees.graph.column.edge') },
          { key: 'to', title: t('payees.graph.column.to'), wide: true },
          { key: 'paid', title: t('payees.graph.column.paid'), end: true, wide: true },
        ]}
        rows={[...links, ...rest]}
      />
    </Card>
  )
}

function Named({ node }: { node: Node | undefined }) {
  const t = useT('payees')
  if (!node) return '—'
  const to = nodePath(node)
  const name = nodeName(node, t)
  return (
    <>
      {to ? <Link to={to}>{name}</Link> : name}
      <small className={styles.words}>
        {[t(`payees.graph.kind.${node.kind}`), node.document && formatDocument(node.document)]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
}

function Names({ names }: { names: Graph['names'] }) {
  const t = useT('payees')
  const language = useLanguage()
  const title = t('payees.graph.names')
  return (
    <Card title={title} flush>
      <MiniTable
        label={title}
        columns={[
          { key: 'name', title: t('payees.column.name'), wide: true },
          { key: 'source', title: t('payees.graph.column.source') },
          { key: 'count', title: t('payees.graph.column.count'), end: true },
        ]}
        rows={names.map(({ name, source, count }) => ({
          key: `${source} ${name}`,
          cells: [name, t(`payees.graph.source.${source}`), formatNumber(count, language)],
        }))}
      />
    </Card>
  )
}
