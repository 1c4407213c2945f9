import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDocument } from '../../kit/format'
import { LayerGraph } from '../../kit/graph/LayerGraph'
import { Money } from '../../kit/Money'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { Select } from '../../ui/Select'
import { companyPath } from '../pld'
import styles from '../pld.module.css'
import {
  againText,
  boxesOf,
  type Course,
  ends,
  linesOf,
  type MoneyParty,
  partyName,
  restText,
  type MoneyTrail as Trail,
} from './moneyTrail'

const COURSES: readonly Course[] = ['onward', 'back']
const SPANS = [7, 30, 90]
const USUAL_SPAN = 30
/** Rows of the table before somebody asks for all. */
const MOST_ROWS = 25
const SEE_COMPANIES = ['rbac::companies:read']

/** Where money of a subject went and where it came from, step by step: a drawing, and a table with the same facts. */
export default function MoneyTrail({ of, id }: { of: 'alerts' | 'cases'; id: string }) {
  const t = useT('common', 'pld')
  const [course, setCourse] = useState<Course>('onward')
  const [days, setDays] = useState(USUAL_SPAN)
  const trail = useQuery({
    queryKey: ['pld.money', of, id, course, days],
    queryFn: ({ signal }) =>
      body(
        api.GET(`/v1/pld-engine/${of}/{id}/money-trail`, {
          params: { path: { id }, query: { course, days } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.page}>
      <div className={styles.choices}>
        <Select
          label={t('pld.money.course_label')}
          value={course}
          options={COURSES.map((value) => ({ value, label: t(`pld.money.course.${value}`) }))}
          onChange={(value) => setCourse(value as Course)}
        />
        <Select
          label={t('pld.money.days_label')}
          value={String(days)}
          options={SPANS.map((count) => ({ value: String(count), label: t('pld.money.days', { count }) }))}
          onChange={(value) => setDays(Number(value))}
        />
      </div>
      <Loaded query={trail}>{(found) => <Found trail={found} />}</Loaded>
    </div>
  )
}

function Found({ trail }: { trail: Trail }) {
  const t = useT('pld')
  const language = useLanguage()
  const { boxes, lines } = useMemo(
    () => ({ boxes: boxesOf(trail, { t, language }), lines: linesOf(trail) }),
    [trail, t, language],
  )
  const [subject] = trail.parties
  const name = subject ? partyName(subject, t) : ''
  const span = t('pld.money.span', {
    since: formatDay(trail.since.slice(0, 10), language),
    until: formatDay(trail.until.slice(0, 10), language),
  })
  if (trail.flows.length === 0) {
    return (
      <Card>
        <EmptyState level={2} title={t(`pld.money.none.${trail.course}`)} hint={span} />
      </Card>
    )
  }
  const steps = Math.max(...boxes.map(({ layer }) => layer))
  return (
    <div className={styles.drawn}>
      <Card title={t(`pld.money.course.${trail.course}`)}>
        <LayerGraph
          label={t(`pld.money.drawing.${trail.course}`, { name })}
          boxes={boxes}
          lines={lines}
          headings={[
            t('pld.money.subject'),
            ...Array.from({ length: steps }, (_, place) => t('pld.money.step', { step: place + 1 })),
          ]}
          mirrored={trail.course === 'back'}
        />
        <p className={styles.caption}>
          {span} {t('pld.money.explained')}
        </p>
      </Card>
      <Flows trail={trail} />
    </div>
  )
}

function Flows({ trail }: { trail: Trail }) {
  const t = useT('pld')
  const [whole, setWhole] = useState(false)
  const title = t('pld.money.table')
  const of = (id: number) => trail.parties[id]
  const rows = trail.flows.map((flow) => {
    const [payer, paid] = ends(trail.course, flow)
    return {
      layer: of(flow.target)?.layer ?? 0,
      weight: flow.amount.amount,
      key: `${flow.source} ${flow.target}`,
      cells: [
        <Party key="from" party={of(payer)} />,
        <Party key="to" party={of(paid)} />,
        <Money key="amount" value={flow.amount} />,
        <Money key="moved" value={flow.moved} />,
        flow.movements,
        <span key="at">
          <DateTime at={flow.first_at} />
          {flow.movements > 1 && (
            <>
              {' – '}
              <DateTime at={flow.last_at} />
            </>
          )}
        </span>,
      ],
    }
  })
  const rest = trail.parties.flatMap((party) => {
    if (party.more === 0) return []
    const own = <Party key="own" party={party} />
    const others = restText(party, t)
    return {
      layer: party.layer + 1,
      weight: 0,
      key: `rest ${party.id}`,
      cells: [
        trail.course === 'onward' ? own : others,
        trail.course === 'onward' ? others : own,
        <Money key="amount" value={party.more_amount} />,
        '—',
        '—',
        '—',
      ],
    }
  })
  const all = [...rows, ...rest].toSorted((a, b) => a.layer - b.layer || b.weight - a.weight)
  return (
    <Card title={title} flush>
      <MiniTable
        label={title}
        columns={[
          { key: 'step', title: t('pld.money.column.step'), narrow: true },
          { key: 'from', title: t('pld.money.column.from'), wide: true },
          { key: 'to', title: t('pld.money.column.to'), wide: true },
          { key: 'amount', title: t('pld.money.column.amount'), end: true },
          { key: 'moved', title: t('pld.money.column.moved'), end: true },
          { key: 'movements', title: t('pld.money.column.movements'), end: true },
          { key: 'at', title: t('pld.money.column.at'), wide: true },
        ]}
        rows={(whole ? all : all.slice(0, MOST_ROWS)).map(({ key, layer, cells }) => ({
          key,
          cells: [layer, ...cells],
        }))}
      />
      {!whole && all.length > MOST_ROWS && (
        <div className={styles.under}>
          <Button variant="secondary" onClick={() => setWhole(true)}>
            {t('pld.money.all', { count: all.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Party({ party }: { party: MoneyParty | undefined }) {
  const t = useT('pld')
  if (!party) return '—'
  const name = partyName(party, t)
  const { company_id: company, document, again } = party
  return (
    <>
      {company !== null && may(SEE_COMPANIES) ? <Link to={companyPath(company)}>{name}</Link> : name}
      {document && party.name && <small className={styles.words}>{formatDocument(document)}</small>}
      {again !== null && <small className={styles.words}>{againText(again, t)}</small>}
    </>
  )
}
