import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { answer, api, body } from '../../app/api'
import { linesOf } from '../../app/errors'
import { useLanguage, useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { settings, showAlert } from '../../app/state'
import { useStore } from '../../app/store'
import { readAgain } from '../../kit/command/subjects'
import { formatAmount, formatDocument, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Pager } from '../../kit/list/Pager'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { IconButton } from '../../ui/IconButton'
import { type BatchRecord, destinationOf, type LineRow, MAY_PAY, PAYOUT_STATUSES, told } from './batch'
import styles from './Record.module.css'

/** Lines of a batch, of one group or all: whom each would pay, what is said of it, and what became of it. */
export function Lines({ batch, category, label }: { batch: BatchRecord; category?: string; label: string }) {
  const t = useT('kit', 'payoutBatches')
  const language = useLanguage()
  const [page, setPage] = useState({ number: 1, size: 10 })
  const found = useLines(batch, category, page)
  const open = batch.status === 'planned'
  return (
    <Loaded query={found} level={2}>
      {({ rows, total }) => (
        <>
          <MiniTable
            label={label}
            columns={[
              { key: 'number', title: t('payoutBatches.column.number'), narrow: true },
              { key: 'payee', title: t('payoutBatches.column.payee'), wide: true },
              { key: 'destination', title: t('payoutBatches.column.destination'), wide: true },
              {
                key: 'why',
                title: t(open ? 'payoutBatches.column.why' : 'payoutBatches.column.status'),
                wide: true,
              },
              { key: 'amount', title: t('payoutBatches.column.amount'), end: true },
              ...(open ? [{ key: 'act', title: '', narrow: true }] : []),
            ]}
            rows={rows.map((row) => ({
              key: row.id ?? '',
              cells: [
                formatNumber(row.number ?? 0, language),
                <span key="payee">
                  {row.name || '—'}
                  <span className={styles.document}>{formatDocument(row.document ?? '')}</span>
                </span>,
                <span key="destination" className={styles.destination}>
                  {row.method === 'ted' ? `TED · ${destinationOf(t, row)}` : destinationOf(t, row)}
                </span>,
                <Said key="why" row={row} />,
                <span key="amount" className={row.excluded_by || isBad(row) ? styles.struck : undefined}>
                  {row.amount ? formatAmount(row.amount, language) : '—'}
                </span>,
                ...(open ? [<Exclude key="act" row={row} />] : []),
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

const isBad = ({ category }: LineRow) => category === 'bad'

/** What became of a line that left; else what is wrong with it, then what is strange. */
function Said({ row }: { row: LineRow }) {
  const t = useT('kit', 'payoutBatches')
  const language = useLanguage()
  if (row.status) {
    return (
      <span>
        <StatusWord values={PAYOUT_STATUSES} value={row.status} text={{ t, language }} />
        {row.fail_code && <span className={styles.document}>{row.fail_code}</span>}
      </span>
    )
  }
  return (
    <span>
      {row.excluded_by && (
        <span className={styles.excluded}>{t('payoutBatches.record.excluded', { by: row.excluded_by })}</span>
      )}
      {told(t, language, row).map(({ text, wrong }) => (
        <span key={text} className={wrong ? styles.wrong : styles.strange}>
          {text}
        </span>
      ))}
    </span>
  )
}

/** Leaves one line out, or takes it in again; the batch is planned and sealed anew. */
function Exclude({ row }: { row: LineRow }) {
  const t = useT('common', 'kit', 'payoutBatches')
  const language = useLanguage()
  const back = row.excluded_by !== null
  const send = useMutation({
    mutationFn: () =>
      body(
        api.POST('/v1/payouts/batches/{id}/exclude', {
          params: { path: { id: row.batch_id ?? '' } },
          body: { lines: [row.number ?? 0], back },
        }),
      ),
    onSuccess: () => readAgain('payouts:payout_batch:exclude'),
    onError: (error) => showAlert('error', linesOf(t, error).join(' ')),
  })
  if (!may(MAY_PAY) || (isBad(row) && !back)) return null
  return (
    <IconButton
      size="small"
      disabled={send.isPending}
      icon={back ? <Undo2 size={16} strokeWidth={1.75} /> : <X size={16} strokeWidth={1.75} />}
      label={t(back ? 'payoutBatches.exclude.back_line' : 'payoutBatches.exclude.open_line', {
        line: formatNumber(row.number ?? 0, language),
      })}
      onClick={() => send.mutate()}
    />
  )
}

function useLines(batch: BatchRecord, category: string | undefined, page: { number: number; size: number }) {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const { done, failed, sent, back } = batch.progress
  return useQuery({
    queryKey: [
      'record',
      'payouts.batch_lines',
      account,
      batch.id,
      batch.status,
      batch.plan_hash,
      `${batch.turned} ${done} ${failed} ${sent} ${back.amount}`,
      category,
      page.number,
      page.size,
    ],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = {
        batch_id: batch.id,
        page: page.number,
        per_page: page.size,
        order_by: 'number',
        sort: 'asc',
        ...(category && { category }),
      }
      const { data, response } = await answer(
        api.GET('/v1/payouts/batch-lines', { params: { query: query as never }, signal }),
      )
      return { rows: data, total: Number(response.headers.get('X-Total') ?? data.length) }
    },
  })
}
