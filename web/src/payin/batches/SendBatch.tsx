import type { components } from '../../app/api-types'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { formatMoney, formatNumber, type Money } from '../../kit/format'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import formStyles from '../commands/form.module.css'
import { DaysField, TermsFields } from '../due/DueFields'
import { type DueForm, emptyForm, readTerms } from '../due/dueForm'
import { SplitFold } from '../split/SplitFold'
import { NO_SPLIT, readSplit, SPLIT_FIELDS } from '../split/splitForm'

type BatchInput = components['schemas']['BatchInput']

export interface SendBatchProps extends CommandProps {
  text: string
  lines: number
  amount: Money
  /** The smallest line: what a split must fit into. */
  least: number
  onSent: (id: string) => void
}

/** Names the batch, says what holds for each of its lines, and sends it. */
export default function SendBatch({ text, lines, amount, least, onSent, onClose }: SendBatchProps) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const [form, setForm] = useDraft('form', emptyForm)
  const [split, setSplit] = useDraft('split', NO_SPLIT)
  const put = (part: Partial<DueForm>) => setForm((now) => ({ ...now, ...part }))
  return (
    <CommandDialog
      command="payin:batch:send"
      title={t('payin.batches.send.title')}
      submit={t('payin.batches.send.submit')}
      fields={['description', 'valid_days', ...SPLIT_FIELDS]}
      read={(): { input: BatchInput } | { errors: Errors } => {
        const given = readBatch(form, text, t)
        const divided = readSplit(split, least, t)
        if ('errors' in given || 'errors' in divided) {
          return {
            errors: { ...('errors' in given && given.errors), ...('errors' in divided && divided.errors) },
          }
        }
        return { input: { ...given.input, split: divided.input } }
      }}
      send={(input, header) => sendCommand('payin:batch:send', {}, input, header)}
      onDone={({ id }) => {
        onClose()
        onSent(id)
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={formStyles.text}>
            {t('payin.batches.send.text', {
              count: lines,
              number: formatNumber(lines, language),
              amount: formatMoney(amount, language),
            })}
          </p>
          <Field
            label={t('payin.batches.description')}
            hint={t('payin.batches.send.description_hint')}
            error={errors.description}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={60}
                autoComplete="off"
                value={form.description}
                onChange={(event) => put({ description: event.target.value })}
              />
            )}
          </Field>
          <DaysField form={form} errors={errors} put={put} />
          <TermsFields form={form} errors={errors} put={put} />
          <SplitFold form={split} amount={null} errors={errors} onChange={setSplit} />
        </>
      )}
    </CommandDialog>
  )
}

function readBatch(
  form: DueForm,
  text: string,
  t: Translate,
): { input: Omit<BatchInput, 'split'> } | { errors: Errors } {
  const read = readTerms(form, t)
  const description = form.description.trim()
  if ('errors' in read) return read
  if (!description) return { errors: { description: t('common.field_required') } }
  return { input: { text, description, ...read.given } }
}
