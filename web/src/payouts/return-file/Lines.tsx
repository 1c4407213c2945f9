import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { formatAmount, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Pager } from '../../kit/list/Pager'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import styles from '../../returns/Record.module.css'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EFFECTS, type PaymentFile, type PaymentLineRow, remittancePath, wordOf } from './file'

/** Payment by payment: what the bank says, in which remittance it was, and what follows. */
export function Lines({ file, onLook }: { file: PaymentFile; onLook: (line: number) => void }) {
  const t = useT('kit', 'returns', 'payoutFiles')
  const language = useLanguage()
  const [effect, setEffect] = useState<string | null>(null)
  const [page, setPage] = useState({ number: 1, size: 10 })
  const found = useLines(file, effect, page)
  const choose = (value: string | null) => {
    setEffect(value)
    setPage((now) => ({ ...now, number: 1 }))
  }
  const kinds = [...new Set(file.effects.map((each) => each.effect))]
  return (
    <Card title={t('payoutFiles.lines')} flush>
      <div className={styles.filters} role="group" aria-label={t('returns.column.effect')}>
        {[null, ...kinds].map((value) => (
          <Button
            key={value}
            size="small"
            variant={value === effect ? 'primary' : 'secondary'}
            aria-pressed={value === effect}
            onClick={() => choose(value)}
          >
            {value === null ? t('returns.list.all') : t(`payoutFiles.effect.${value}`)}
          </Button>
        ))}
      </div>
      <Loaded query={found} level={2}>
        {({ rows, total }) => (
          <>
            <MiniTable
              label={t('payoutFiles.lines')}
              columns={[
                { key: 'line', title: t('returns.column.line') },
                { key: 'said', title: t('returns.column.occurrence') },
                { key: 'payment', title: t('payoutFiles.column.payment'), wide: true },
                { key: 'effect', title: t('returns.column.effect'), wide: true },
                { key: 'amount', title: t('returns.column.moved'), end: true },
              ]}
              rows={rows.map((row) => ({
                key: row.id ?? '',
                cells: [
                  <button
                    key="line"
                    type="button"
                    className={styles.link}
                    aria-label={t('returns.record.look_at', {
                      line: formatNumber(row.number ?? 0, language),
                    })}
                    onClick={() => onLook(row.number ?? 1)}
                  >
                    {formatNumber(row.number ?? 0, language)}
                  </button>,
                  <span key="said">
                    <span className={styles.code}>{row.codes || '—'}</span>{' '}
                    {wordOf(t, 'meaning', row.meaning ?? '')}
                  </span>,
                  <Payment key="payment" row={row} />,
                  <span key="effect">
                    <StatusWord values={EFFECTS} value={row.effect} text={{ t, language }} />
                    {row.why && <div className={styles.code}>{wordOf(t, 'why', row.why)}</div>}
                  </span>,
                  row.amount ? formatAmount(row.amount, language) : '—',
                ],
              }))}
            />
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
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** Whom it pays, our number, and the remittance that it was in. */
function Payment({ row }: { row: PaymentLineRow }) {
  const t = useT('payoutFiles')
  const language = useLanguage()
  return (
    <span>
      {row.payee_name || '—'}
      <div className={styles.code}>{row.reference || row.bank_ref}</div>
      {row.remittance_id && (
        <Link to={remittancePath(row.remittance_id)}>
          {t('payoutFiles.in_remittance', { sequence: formatNumber(row.remittance_sequence ?? 0, language) })}
        </Link>
      )}
    </span>
  )
}

function useLines(
  file: PaymentFile,
  effect: string | null,
  { number, size }: { number: number; size: number },
) {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  return useQuery({
    // With another plan the same lines have other effects.
    queryKey: [
      'record',
      'payouts.return_lines',
      account,
      file.id,
      file.status,
      file.plan_hash,
      effect,
      number,
      size,
    ],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = {
        file_id: file.id,
        page: number,
        per_page: size,
        order_by: 'number',
        sort: 'asc',
      } as const
      const { data, response } = await answer(
        api.GET('/v1/payouts/return-lines', {
          params: { query: { ...query, ...(effect && { effect }) } as never },
          signal,
        }),
      )
      return { rows: data, total: Number(response.headers.get('X-Total') ?? data.length) }
    },
  })
}
