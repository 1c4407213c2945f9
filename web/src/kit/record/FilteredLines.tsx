import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Pager } from '../list/Pager'
import styles from './FilteredLines.module.css'
import { Loaded } from './Loaded'
import { MiniTable, type MiniTableProps } from './MiniTable'

/** Which lines are asked for: a page of them, in the order of the file. */
export interface LinesQuery {
  order_by: 'number'
  sort: 'asc'
  page: number
  per_page: number
}

interface FilteredLinesProps<Line> {
  title: string
  /** Of what is asked, which is asked anew when a part of it changes. */
  name: readonly unknown[]
  /** `kind`: the one that was chosen, or null for all lines. */
  ask: (
    query: LinesQuery,
    kind: string | null,
    signal: AbortSignal,
  ) => Promise<{ data: readonly Line[]; response: Response }>
  /** The kinds of lines, with the words for each and for all. */
  kinds: { label: string; all: string; options: readonly { value: string; label: string }[] }
  /** Shown if no line is of the chosen kind; without it, a table without rows. */
  nothing?: string
  columns: MiniTableProps['columns']
  row: (line: Line) => MiniTableProps['rows'][number]
}

/** The lines of a file, in pages: those of one kind are one press away. */
export function FilteredLines<Line>(props: FilteredLinesProps<Line>) {
  const { title, name, ask, kinds, nothing, columns, row } = props
  const [kind, setKind] = useState<string | null>(null)
  const [page, setPage] = useState({ number: 1, size: 25 })
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const found = useQuery({
    queryKey: ['list', ...name, account, kind, page],
    queryFn: async ({ signal }) => {
      const query = { order_by: 'number', sort: 'asc', page: page.number, per_page: page.size } as const
      const { data, response } = await ask(query, kind, signal)
      return { lines: data, total: Number(response.headers.get('X-Total') ?? data.length) }
    },
    placeholderData: keepPreviousData,
  })
  const choices = [{ value: null, label: kinds.all }, ...kinds.options]
  return (
    <Card title={title} flush>
      <div className={styles.filters} role="group" aria-label={kinds.label}>
        {choices.map(({ value, label }) => (
          <Button
            key={value}
            size="small"
            variant={value === kind ? 'primary' : 'secondary'}
            aria-pressed={value === kind}
            onClick={() => {
              setKind(value)
              setPage((now) => ({ ...now, number: 1 }))
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <Loaded query={found} level={2}>
        {({ lines, total }) =>
          total === 0 && nothing ? (
            <p className={styles.filters}>{nothing}</p>
          ) : (
            <>
              <MiniTable label={title} columns={columns} rows={lines.map(row)} />
              <Pager
                page={page.number}
                perPage={page.size}
                count={lines.length}
                total={total}
                estimated={false}
                pages={Math.max(1, Math.ceil(total / page.size))}
                hasNext={page.number * page.size < total}
                onPage={(number) => setPage((now) => ({ ...now, number }))}
                onPerPage={(size) => setPage({ number: 1, size })}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
