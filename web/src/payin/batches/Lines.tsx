import { type ReactNode, useState } from 'react'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatDay, formatDocument, formatMoney, formatNumber } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import type { Checked, Line } from './batch'
import styles from './NewBatch.module.css'

/** Lines drawn at first, and with each wish for more. */
const STEP = 50

/** What the table holds, line by line: what keeps it from being sent, and what is only worth a look. */
export function Lines({ checked, action }: { checked: Checked; action: ReactNode }) {
  const t = useT('common', 'payin')
  const language = useLanguage()
  const { lines, amount, wrong, warned } = checked
  const [onlyTold, setOnlyTold] = useState(wrong > 0)
  const [most, setMost] = useState(STEP)
  const told = lines.filter(({ problems, warnings }) => problems.length > 0 || warnings.length > 0)
  const shown = onlyTold ? told : lines
  return (
    <Card title={t('payin.batches.lines_title')} flush>
      <div className={styles.totals}>
        <span>
          {t('payin.batches.count', { count: lines.length, number: formatNumber(lines.length, language) })}
        </span>
        <strong>{formatMoney(amount, language)}</strong>
        {wrong > 0 && (
          <span className={styles.problem}>
            {t('payin.batches.wrong', { count: wrong, number: formatNumber(wrong, language) })}
          </span>
        )}
        {warned > 0 && (
          <span className={styles.warning}>
            {t('payin.batches.warned', { count: warned, number: formatNumber(warned, language) })}
          </span>
        )}
        {told.length > 0 && (
          <Checkbox label={t('payin.batches.only_told')} checked={onlyTold} onChange={setOnlyTold} />
        )}
        {action}
      </div>
      <MiniTable
        label={t('payin.batches.lines_title')}
        columns={[
          { key: 'number', title: t('payin.batches.line') },
          { key: 'name', title: t('payin.column.payer_name') },
          { key: 'document', title: t('payin.column.payer_document') },
          { key: 'due_date', title: t('payin.column.due_date') },
          { key: 'amount', title: t('payin.column.amount'), end: true },
          { key: 'told', title: t('payin.batches.told') },
        ]}
        rows={shown.slice(0, most).map((line) => ({
          key: String(line.number),
          cells: [
            formatNumber(line.number, language),
            line.name || '—',
            formatDocument(line.document) || '—',
            line.due_date ? formatDay(line.due_date, language) : '—',
            line.amount ? formatAmount(line.amount, language) : '—',
            <Told key="told" line={line} />,
          ],
        }))}
      />
      {shown.length > most && (
        <div className={styles.totals}>
          <Button variant="secondary" onClick={() => setMost(most + STEP)}>
            {t('payin.batches.more', { number: formatNumber(shown.length - most, language) })}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Told({ line: { problems, warnings } }: { line: Line }) {
  const t = useT('common', 'payin')
  if (!problems.length && !warnings.length) return '—'
  return (
    <>
      {problems.map((each) => (
        <div key={`${each.column} ${each.key}`} className={styles.problem}>
          {said(each, t)}
        </div>
      ))}
      {warnings.map((each) => (
        <div key={`${each.column} ${each.key}`} className={styles.warning}>
          {said(each, t)}
        </div>
      ))}
    </>
  )
}

function said({ column, key }: Line['problems'][number], t: Translate): string {
  const text = t(`payin.batches.problem.${key}`)
  return column ? `${t(`payin.batches.column.${column}`)}: ${text}` : text
}
