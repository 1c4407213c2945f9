import { useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { Banner } from '../../ui/Banner'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { CommandProps } from '../command/CommandButton'
import { CommandDialog } from '../command/CommandDialog'
import { filtersOf } from '../export/wanted'
import { formatMoney, formatNumber } from '../format'
import type { ListNames } from '../list/definition'
import type { BulkBarProps } from '../list/selection'
import { TickedSums } from '../list/TickedSums'
import { useTicked } from '../list/useTicked'
import styles from './Bulk.module.css'
import { BulkResult } from './BulkResult'
import type { BulkCommand } from './bulkCommand'
import { askBulk, type Bulk, type BulkInput } from './server'

const pairsOf = (filters: Record<string, string>) =>
  Object.entries(filters).map(([name, value]) => ({ name, value }))

export interface BulkDialogProps extends CommandProps, BulkBarProps {
  list: ListNames
  command: Omit<BulkCommand, 'takes'>
  /** How many were ticked, where only some of them can take it; the selection is those. */
  of: number | null
}

/** Says for whom, how many and what will happen; then does it, and shows what became of each. */
export default function BulkDialog({
  list,
  command,
  selection,
  of,
  filters,
  clear,
  onClose,
}: BulkDialogProps) {
  const t = useT('common', 'kit', 'lists')
  const language = useLanguage()
  const zone = useZone()
  const [begun, setBegun] = useState<Bulk | null>(null)
  // The rows that were ticked when the window opened: the list may change behind it.
  const [input] = useState<BulkInput>(() => ({
    command: command.name,
    input: { ...command.input } as BulkInput['input'],
    ids: selection.kind === 'ids' ? [...selection.rows.keys()] : null,
    filters: selection.kind === 'ids' ? null : pairsOf(filtersOf(list, filters, zone)),
  }))
  const [meant] = useState(selection)
  const [said, setSaid] = useState('')
  const { asks, picks } = command
  const [picked, setPicked] = useState(picks?.options[0]?.value ?? '')
  const { count, sums } = useTicked(list, meant, filters)
  if (begun) {
    return (
      <BulkResult
        bulk={begun}
        title={t(`${command.words}.title`, { count, number: formatNumber(count, language) })}
        onClose={() => {
          onClose()
          clear()
        }}
      />
    )
  }
  const values = { count, number: formatNumber(count, language) }
  return (
    <CommandDialog
      title={t(`${command.words}.title`, values)}
      submit={
        command.moves && sums?.length
          ? t(command.moves === 'exactly' ? 'kit.plan.submit_sum' : 'kit.plan.submit_most', {
              act: t(`${command.words}.submit`),
              amount: sums.map((sum) => formatMoney(sum, language)).join(' + '),
            })
          : t(`${command.words}.submit`)
      }
      danger={command.danger}
      read={() => {
        const text = said.trim()
        if (asks && !text) return { errors: { [asks]: t('common.field_required') } }
        const whole = {
          ...input.input,
          ...(picks && { [picks.field]: picked }),
          ...(asks && { [asks]: text }),
        }
        return { input: { ...input, input: whole as BulkInput['input'] } }
      }}
      fields={[picks?.field, asks].filter((field) => field !== undefined)}
      send={askBulk}
      onDone={setBegun}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {of !== null && (
            <Banner tone="info">
              {t('kit.select.taken', { count, number: values.number, of: formatNumber(of, language) })}
            </Banner>
          )}
          <p className={styles.text}>{t(`${command.words}.text`, values)}</p>
          {picks && (
            <Field label={t(`${command.words}.${picks.field}`)} error={errors[picks.field]}>
              {(control) => (
                <Select
                  {...control}
                  value={picked}
                  options={picks.options.map(({ value, label }) => ({ value, label: t(label) }))}
                  onChange={setPicked}
                />
              )}
            </Field>
          )}
          {asks && (
            <Field
              label={t(`${command.words}.${asks === 'text' ? 'text_label' : asks}`)}
              error={errors[asks]}
              required
            >
              {(control) => (
                <TextInput
                  {...control}
                  maxLength={500}
                  value={said}
                  onChange={(event) => setSaid(event.target.value)}
                />
              )}
            </Field>
          )}
          {sums?.length !== 0 && (
            <dl className={styles.sum}>
              <dt>{t('kit.select.sum')}</dt>
              <dd>
                <TickedSums sums={sums} />
              </dd>
            </dl>
          )}
        </>
      )}
    </CommandDialog>
  )
}
