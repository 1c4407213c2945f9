import { Link } from '@tanstack/react-router'
import { answer, api } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { formatAmount, formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { FilteredLines } from '../kit/record/FilteredLines'
import type { LineDecision } from './commands/DecideLine'
import { EFFECTS, filePath, type LineRow, MAY_APPLY, type ReturnFile, type Side, wordOf } from './file'
import { kindsOf, LineButton } from './LineButton'
import styles from './Record.module.css'

const decideLine = lazyDialog(() => import('./commands/DecideLine'))

/** Title by title: what the bank says, whose charge it is about, and what follows. */
export function Lines({
  file,
  side,
  onLook,
}: {
  file: ReturnFile
  side: Side
  onLook: (line: number) => void
}) {
  const t = useT('kit', 'returns')
  const { id, status, plan_hash, effects } = file
  return (
    <FilteredLines
      title={t('returns.record.lines')}
      // With another plan the same lines have other effects.
      name={['payin.return_lines', id, status, plan_hash]}
      ask={(query, effect, signal) =>
        answer(
          api.GET('/v1/payin/return-lines', {
            params: { query: { file_id: id, ...query, ...(effect && { effect }) } as never },
            signal,
          }),
        )
      }
      kinds={{
        label: t('returns.column.effect'),
        all: t('returns.list.all'),
        options: kindsOf(effects).map((value) => ({ value, label: t(`returns.effect.${value}`) })),
      }}
      columns={[
        { key: 'line', title: t('returns.column.line') },
        { key: 'said', title: t('returns.column.occurrence') },
        { key: 'charge', title: t('returns.column.charge'), wide: true },
        { key: 'effect', title: t('returns.column.effect'), wide: true },
        { key: 'paid', title: t('returns.column.paid'), end: true },
      ]}
      row={(row) => ({
        key: row.id ?? '',
        cells: [
          <LineButton key="line" number={row.number} onLook={onLook} />,
          <span key="said">
            <span className={styles.code}>{row.occurrence}</span> {wordOf(t, 'meaning', row.meaning ?? '')}
          </span>,
          <Charge key="charge" row={row} />,
          <Effect key="effect" row={row} side={side} applied={status === 'applied'} />,
          <Paid key="paid" row={row} />,
        ],
      })}
    />
  )
}

function Charge({ row: { charge_id, reference, company_name, bank_ref, payer_name } }: { row: LineRow }) {
  if (!charge_id) return <span className={styles.ref}>{bank_ref || payer_name || '—'}</span>
  return (
    <span>
      <Link to="/dashboard/payin/payments/$id" params={{ id: charge_id }}>
        {reference}
      </Link>
      <div>{company_name}</div>
    </span>
  )
}

/** What follows of it; where that is for a person, what they said or may say. */
function Effect({ row, side, applied }: { row: LineRow; side: Side; applied: boolean }) {
  const t = useT('kit', 'returns')
  const language = useLanguage()
  const { effect, why, decision, decided_by, note, brought_file } = row
  const waits = applied && !decision && (effect === 'review' || effect === 'unknown')
  const somebodys = why !== 'reversal' && !brought_file
  return (
    <span>
      <StatusWord values={EFFECTS} value={effect} text={{ t, language }} />
      {why && <div className={styles.code}>{wordOf(t, 'why', why)}</div>}
      {brought_file && <Brought row={row} side={side} />}
      {decision && (
        <div className={styles.code}>
          {t(`returns.decision.${decision}`, { by: decided_by ?? '' })}
          {note && `: ${note}`}
        </div>
      )}
      {waits && (
        <div className={styles.decide}>
          {somebodys && <Decide row={row} what="assign" />}
          {somebodys && <Decide row={row} what="credit" />}
          <Decide row={row} what="dismiss" />
        </div>
      )}
    </span>
  )
}

/** Its payment is somebody's already, by a line of another file. */
function Brought({ row, side }: { row: LineRow; side: Side }) {
  const t = useT('returns')
  const language = useLanguage()
  return (
    <div>
      <Link
        to={filePath(side, row.brought_file ?? '')}
        search={{ tab: 'lines', line: String(row.brought_line) } as never}
      >
        {t('returns.record.brought', {
          line: formatNumber(row.brought_line ?? 0, language),
          file: row.brought_name ?? '',
        })}
      </Link>
    </div>
  )
}

function Decide({ row, what }: { row: LineRow; what: LineDecision }) {
  const t = useT('returns')
  const language = useLanguage()
  return (
    <CommandButton
      dialog={decideLine}
      given={{ line: row, what }}
      permissions={MAY_APPLY}
      anyMerchant
      size="small"
      variant="secondary"
      aria-label={t(`returns.${what}.open_line`, { line: formatNumber(row.number ?? 0, language) })}
    >
      {t(`returns.${what}.open`)}
    </CommandButton>
  )
}

/** What came (of a bank fee: what it took); what the title is about where nothing came, and what was asked for where that is another amount. */
function Paid({ row: { amount, paid, fee, asked, effect, why } }: { row: LineRow }) {
  const t = useT('returns')
  const language = useLanguage()
  const shown = effect === 'fee' ? fee : paid
  return (
    <span>
      {shown?.amount ? formatAmount(shown, language) : '—'}
      {!shown?.amount && amount?.amount ? (
        <div className={styles.code}>
          {t('returns.record.title_of', { amount: formatAmount(amount, language) })}
        </div>
      ) : null}
      {why === 'amount_differs' && asked && (
        <div className={styles.differs}>
          {t('returns.record.asked', { amount: formatAmount(asked, language) })}
        </div>
      )}
    </span>
  )
}
