import { Link } from '@tanstack/react-router'
import { answer, api } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { FilteredLines } from '../../kit/record/FilteredLines'
import { kindsOf, LineButton } from '../../returns/LineButton'
import styles from '../../returns/Record.module.css'
import { EFFECTS, type PaymentFile, type PaymentLineRow, remittancePath, wordOf } from './file'

/** Payment by payment: what the bank says, in which remittance it was, and what follows. */
export function Lines({ file, onLook }: { file: PaymentFile; onLook: (line: number) => void }) {
  const t = useT('kit', 'returns', 'payoutFiles')
  const language = useLanguage()
  const { id, status, plan_hash, effects } = file
  return (
    <FilteredLines
      title={t('payoutFiles.lines')}
      // With another plan the same lines have other effects.
      name={['payouts.return_lines', id, status, plan_hash]}
      ask={(query, effect, signal) =>
        answer(
          api.GET('/v1/payouts/return-lines', {
            params: { query: { file_id: id, ...query, ...(effect && { effect }) } as never },
            signal,
          }),
        )
      }
      kinds={{
        label: t('returns.column.effect'),
        all: t('returns.list.all'),
        options: kindsOf(effects).map((value) => ({ value, label: t(`payoutFiles.effect.${value}`) })),
      }}
      columns={[
        { key: 'line', title: t('returns.column.line') },
        { key: 'said', title: t('returns.column.occurrence') },
        { key: 'payment', title: t('payoutFiles.column.payment'), wide: true },
        { key: 'effect', title: t('returns.column.effect'), wide: true },
        { key: 'amount', title: t('returns.column.moved'), end: true },
      ]}
      row={(row) => ({
        key: row.id ?? '',
        cells: [
          <LineButton key="line" number={row.number} onLook={onLook} />,
          <span key="said">
            <span className={styles.code}>{row.codes || '—'}</span> {wordOf(t, 'meaning', row.meaning ?? '')}
          </span>,
          <Payment key="payment" row={row} />,
          <span key="effect">
            <StatusWord values={EFFECTS} value={row.effect} text={{ t, language }} />
            {row.why && <div className={styles.code}>{wordOf(t, 'why', row.why)}</div>}
          </span>,
          row.amount ? formatAmount(row.amount, language) : '—',
        ],
      })}
    />
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
