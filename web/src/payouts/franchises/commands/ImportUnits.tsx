import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, body } from '../../../app/api'
import { linesOf, textOf } from '../../../app/errors'
import { useLanguage, useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../../kit/command/CommandForm'
import { formatAmount, formatDocument, formatMoney } from '../../../kit/format'
import { MiniTable } from '../../../kit/record/MiniTable'
import styles from '../../registers.module.css'
import { TextFile } from '../../TextFile'
import { type UnitFilePreview, wordOf } from '../unit'

/** Adds all units of a file, or none; first it shows what is wrong with its lines. */
export default function ImportUnits({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payoutRegisters')
  const own = useUnitFile()
  return (
    <CommandForm
      command="payouts:franchise:import"
      title={t('payoutRegisters.unit.import.title')}
      submit={t('payoutRegisters.unit.import.submit')}
      texts="payoutRegisters.unit.field"
      text={<p className={styles.text}>{t('payoutRegisters.unit.import.text')}</p>}
      own={own}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** The file with the units, and what is wrong with its lines. */
function useUnitFile(): OwnPart {
  const t = useT('common', 'payoutRegisters')
  const [file, setFile] = useState({ content: '', name: '' })
  const preview = useQuery({
    queryKey: ['payout-unit-file', file],
    queryFn: ({ signal }) =>
      body(api.POST('/v1/payouts/franchises/import/preview', { body: { content: file.content }, signal })),
    enabled: file.content !== '',
    retry: false,
    gcTime: 0,
  })
  return {
    name: 'content',
    fields: ['content'],
    read: () =>
      file.content ? { input: file.content } : { errors: { content: t('common.field_required') } },
    draw: (_, errors) => (
      <div className={styles.stack}>
        <TextFile
          label={t('payoutRegisters.unit.import.content')}
          accept=".csv,text/csv"
          name={file.name}
          onRead={(content, name) => setFile({ content, name })}
        />
        {errors.content && <p className={styles.problem}>{errors.content}</p>}
        <div aria-live="polite">
          {preview.isError &&
            linesOf(t, preview.error).map((line) => (
              <p key={line} className={styles.problem}>
                {line}
              </p>
            ))}
          {preview.data && <Lines preview={preview.data} />}
        </div>
      </div>
    ),
  }
}

function Lines({ preview: { lines, new: fresh, wrong, budget } }: { preview: UnitFilePreview }) {
  const t = useT('common', 'payoutRegisters')
  const language = useLanguage()
  return (
    <div className={styles.stack}>
      <p>
        {t('payoutRegisters.unit.import.found', { count: fresh, budget: formatMoney(budget, language) })}{' '}
        {wrong > 0 && t('payoutRegisters.unit.import.wrong', { count: wrong })}
      </p>
      <MiniTable
        label={t('payoutRegisters.unit.import.title')}
        columns={[
          { key: 'line', title: t('payoutRegisters.column.line') },
          { key: 'name', title: t('payoutRegisters.column.name'), wide: true },
          { key: 'document', title: t('payoutRegisters.column.document') },
          { key: 'budget', title: t('payoutRegisters.column.budget'), end: true },
          { key: 'problems', title: t('payoutRegisters.column.problems'), wide: true },
        ]}
        rows={lines.slice(0, 100).map((line) => ({
          key: String(line.line),
          cells: [
            line.line,
            line.name,
            formatDocument(line.document),
            line.budget ? formatAmount(line.budget, language) : '—',
            Object.entries(line.problems)
              .map(([field, problem]) => `${wordOf(t, 'column', field)}: ${textOf(t, problem)}`)
              .join('; ') || '✓',
          ],
        }))}
      />
    </div>
  )
}
