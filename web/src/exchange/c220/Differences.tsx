import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { DateTime } from '../../kit/DateTime'
import { formatNumber } from '../../kit/format'
import { Pager } from '../../kit/list/Pager'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { objectPath } from '../../kit/record/objectPath'
import { actionOf, actorOf } from '../../kit/record/trailWords'
import { Card } from '../../ui/Card'
import { Tabs } from '../../ui/Tabs'
import { operationPath } from '../exchange'
import styles from '../exchange.module.css'
import { type DifferenceRow, type FilingComparison, wordOf } from './request'

const GROUPS = ['all', 'no_act', 'act'] as const
type Group = (typeof GROUPS)[number]

/** What a comparison found different, those without an act first. */
export function Differences({ comparison }: { comparison: FilingComparison }) {
  const t = useT('filings')
  const language = useLanguage()
  const [group, setGroup] = useState<Group>('all')
  const { differences, listed } = comparison
  if (differences === 0) {
    return (
      <Card title={t('filings.workbench.list')}>
        <p className={styles.text}>{t('filings.workbench.no_differences')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('filings.workbench.list')} flush>
      <Tabs
        inset
        label={t('filings.workbench.list')}
        value={group}
        onChange={(key) => setGroup(key as Group)}
        tabs={GROUPS.map((key) => ({
          key,
          label: t(`filings.workbench.${key}`),
          content: <Cells key={key} comparison={comparison} group={key} />,
        }))}
      />
      {listed < differences && (
        <p className={styles.text}>
          {t('filings.workbench.only_first', {
            listed: formatNumber(listed, language),
            count: formatNumber(differences, language),
          })}
        </p>
      )}
    </Card>
  )
}

function Cells({ comparison, group }: { comparison: FilingComparison; group: Group }) {
  const t = useT('kit', 'filings')
  const [page, setPage] = useState({ number: 1, size: 10 })
  const found = useDifferences(comparison, group, page)
  return (
    <Loaded query={found} level={2}>
      {({ rows, total }) => (
        <>
          <MiniTable
            label={t(`filings.workbench.${group}`)}
            columns={[
              { key: 'cell', title: t('filings.column.cell') },
              { key: 'before', title: t('filings.column.before') },
              { key: 'after', title: t('filings.column.after') },
              { key: 'act', title: t('filings.column.act_by'), wide: true },
            ]}
            rows={rows.map((row) => ({
              key: row.id ?? '',
              cells: [
                <Cell key="cell" row={row} />,
                <span key="before" className={styles.hash}>
                  {row.before || '—'}
                </span>,
                <After key="after" row={row} />,
                <Act key="act" row={row} />,
              ],
            }))}
          />
          {total > page.size && (
            <Pager
              page={page.number}
              perPage={page.size}
              count={rows.length}
              total={total}
              estimated={false}
              pages={Math.max(1, Math.ceil(total / page.size))}
              hasNext={page.number * page.size < total}
              onPage={(number) => setPage((now) => ({ ...now, number }))}
              onPerPage={(size) => setPage({ number: 1, size })}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function Cell({ row: { cell, kind, source, line } }: { row: DifferenceRow }) {
  const t = useT('filings')
  const language = useLanguage()
  return (
    <span>
      {cell ? wordOf(t, 'field', cell) : wordOf(t, 'difference', kind ?? '')}
      <span className={styles.under}>
        {line && `${t('filings.workbench.line', { line: formatNumber(line, language) })} · `}
        <Link to={operationPath(source ?? '')}>
          {t('filings.workbench.operation', { id: source?.slice(-6) ?? '' })}
        </Link>
      </span>
    </span>
  )
}

/** As it is today; and as the file made again has it, where that is not what was filed. */
function After({ row: { before, after, again } }: { row: DifferenceRow }) {
  const t = useT('filings')
  return (
    <span className={styles.hash}>
      {after || '—'}
      {again !== before && (
        <span className={styles.under}>{t('filings.workbench.rebuilt_as', { value: again || '—' })}</span>
      )}
    </span>
  )
}

/** Whose act it was: who, what and when; without one, that it is missing. */
function Act({ row }: { row: DifferenceRow }) {
  const t = useT('kit', 'audit', 'filings')
  const { finding, act_name, act_by, act_at, act_subject, acts } = row
  const path = act_name && act_subject ? objectPath(act_name, act_subject) : null
  return (
    <span>
      {finding === 'no_act' && (
        <strong className={styles.bad} title={t('filings.workbench.no_act_note')}>
          {t('filings.finding.no_act')}
        </strong>
      )}
      {act_name && act_by && (
        <>
          <span className={styles.hash}>{actorOf(t, act_by)}</span>
          <span className={styles.under}>
            {path ? <Link to={path}>{actionOf(t, act_name)}</Link> : actionOf(t, act_name)}
            {act_at && (
              <>
                {' · '}
                <DateTime at={act_at} year="always" />
              </>
            )}
          </span>
        </>
      )}
      {act_name && (acts ?? 0) > 1 && (
        <span className={styles.under}>{t('filings.workbench.more_acts', { count: (acts ?? 0) - 1 })}</span>
      )}
    </span>
  )
}

function useDifferences(comparison: FilingComparison, group: Group, page: { number: number; size: number }) {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  return useQuery({
    queryKey: ['record', 'exchange.c220_differences', account, comparison.id, group, page.number, page.size],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = {
        comparison_id: comparison.id,
        page: page.number,
        per_page: page.size,
        order_by: 'place',
        sort: 'asc',
        ...(group !== 'all' && { finding: group }),
      }
      const { data, response } = await answer(
        api.GET('/v1/exchange/c220-differences', { params: { query: query as never }, signal }),
      )
      return { rows: data, total: Number(response.headers.get('X-Total') ?? data.length) }
    },
  })
}
