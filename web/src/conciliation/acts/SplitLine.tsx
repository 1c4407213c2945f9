import { useState } from 'react'
import { type Language, type Translate, useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../kit/command/CommandForm'
import { decimalsOf, formatDay, formatMoney } from '../../kit/format'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { type Day, type Line, wordOf } from '../conciliation'

type Expected = Pick<Day['expectations'][number], 'id' | 'kind' | 'reference' | 'day' | 'amount'>
/** Id of an expectation → how much of it the line pays, in minor units; null while that is not said. */
type Parts = ReadonlyMap<string, number | null>

export interface SplitLineProps extends CommandProps {
  line: Pick<Line, 'id' | 'description' | 'amount'>
  /** What it may pay. */
  expectations: readonly Expected[]
  /** Each is a part from the start. */
  chosen?: boolean
  onSplit?: () => void
}

/** Splits a line over what the ledger expects: each part is a match of its own, and the rest stays open. */
export default function SplitLine({ line, expectations, chosen = false, onSplit, onClose }: SplitLineProps) {
  const t = useT('common', 'kit', 'conciliation')
  const language = useLanguage()
  const [parts, setParts] = useState<Parts>(
    () => new Map(chosen ? expectations.map(({ id, amount }) => [id, Math.abs(amount.amount)]) : []),
  )
  const own: OwnPart = {
    name: 'parts',
    fields: ['parts'],
    read: () => {
      const given = [...parts].map(([expectation, amount]) => ({ expectation, amount }))
      if (given.length === 0) return { errors: { parts: t('conciliation.split.none') } }
      return given.every(({ amount }) => amount !== null && amount > 0)
        ? { input: given }
        : { errors: { parts: t('conciliation.split.amount_wrong') } }
    },
    draw: (_, errors) => drawParts({ t, language, line, expectations, parts, setParts, error: errors.parts }),
  }
  return (
    <CommandForm
      command="conciliation:line:split"
      ids={{ id: line.id }}
      title={t('conciliation.split.title')}
      submit={t('conciliation.split.submit')}
      subject={{ thing: line.description || line.id }}
      texts="conciliation.split"
      text={<p>{t('conciliation.split.text')}</p>}
      own={own}
      onDone={() => {
        onClose()
        onSplit?.()
        showAlert('success', t('conciliation.done'))
      }}
      onClose={onClose}
    />
  )
}

interface PartsProps extends Pick<SplitLineProps, 'line' | 'expectations'> {
  t: Translate
  language: Language
  parts: Parts
  setParts: (parts: Parts) => void
  error: string | undefined
}

function drawParts({ t, language, line, expectations, parts, setParts, error }: PartsProps) {
  const { currency } = line.amount
  const put = (id: string, amount: number | null | undefined) => {
    const next = new Map(parts)
    if (amount === undefined) next.delete(id)
    else next.set(id, amount)
    setParts(next)
  }
  const nameOf = ({ kind, reference, day, amount }: Expected) =>
    `${wordOf(t, 'journal', kind.replaceAll('.', '_'))} · ${reference} · ${formatDay(day, language)} · ${formatMoney(amount, language)}`
  // Only what moves the same way can be part of the line.
  const fitting = expectations.filter(({ amount }) => amount.amount > 0 === line.amount.amount > 0)
  return (
    <fieldset aria-describedby={error ? 'split-error' : undefined}>
      <legend>{t('conciliation.split.parts')}</legend>
      {fitting.map((each) => (
        <div key={each.id}>
          <Checkbox
            label={nameOf(each)}
            checked={parts.has(each.id)}
            onChange={(on) => put(each.id, on ? Math.abs(each.amount.amount) : undefined)}
          />
          {parts.has(each.id) && (
            <Field label={t('conciliation.split.amount', { reference: each.reference })} required>
              {(control) => (
                <MoneyInput
                  {...control}
                  currency={currency}
                  decimals={decimalsOf(currency)}
                  value={parts.get(each.id) ?? null}
                  onChange={(amount) => put(each.id, amount)}
                />
              )}
            </Field>
          )}
        </div>
      ))}
      {error && (
        <p id="split-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
