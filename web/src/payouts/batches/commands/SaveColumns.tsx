import { useT } from '../../../app/i18n'
import { queries } from '../../../app/queries'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import { type ColumnTemplate, TEMPLATES } from '../columnTemplates'

/** What a file may have, the columns that every file needs first. */
const COLUMNS = [
  'name',
  'document',
  'amount',
  'pix_key',
  'pix_key_kind',
  'bank',
  'branch',
  'account',
  'account_type',
  'scheduled_for',
  'description',
  'external_id',
  'tags',
  'cost_centre',
  'priority',
] as const
const NEEDED: readonly string[] = COLUMNS.slice(0, 3)

interface SaveColumnsProps extends CommandProps {
  /** The template that gets its next version; null: a new one. */
  from: ColumnTemplate | null
  onSaved: (id: string) => void
}

/** A template of columns: the heading of each as it stands in the merchant's own file. */
export default function SaveColumns({ from, onSaved, onClose }: SaveColumnsProps) {
  const t = useT('common', 'kit', 'payoutBatches')
  const [name, setName] = useDraft('name', from?.name ?? '')
  const [columns, setColumns] = useDraft<Record<string, string>>('columns', from?.columns ?? {})
  const read = (): { input: { name: string; columns: Record<string, string> } } | { errors: Errors } => {
    const said = Object.fromEntries(
      COLUMNS.flatMap((column) => {
        const heading = columns[column]?.trim()
        return heading ? [[column, heading]] : []
      }),
    )
    const missing = NEEDED.filter((column) => !said[column])
    if (!said.pix_key && !said.account) missing.push('pix_key')
    const errors: Errors = Object.fromEntries(
      missing.map((column) => [`columns.${column}`, t('common.field_required')]),
    )
    if (!name.trim()) errors.template = t('common.field_required')
    return Object.keys(errors).length > 0 ? { errors } : { input: { name: name.trim(), columns: said } }
  }
  return (
    <CommandDialog
      command="payouts:payout_mapping:save"
      title={t('payoutBatches.mapping.title')}
      submit={t('payoutBatches.mapping.submit')}
      fields={['template', ...COLUMNS.map((column) => `columns.${column}`)]}
      read={read}
      send={(input, header) => sendCommand('payouts:payout_mapping:save', {}, input, header)}
      onDone={(saved: ColumnTemplate) => {
        void queries.invalidateQueries({ queryKey: TEMPLATES })
        showAlert('success', t('payoutBatches.mapping.done'))
        onSaved(saved.id)
        onClose()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('payoutBatches.mapping.text')}</p>
          <Field label={t('payoutBatches.mapping.name')} error={errors.template} required>
            {(control) => (
              <TextInput
                {...control}
                value={name}
                maxLength={80}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          {COLUMNS.map((column) => (
            <Field
              key={column}
              label={t(`payoutBatches.field.${column}`)}
              error={errors[`columns.${column}`]}
              required={NEEDED.includes(column)}
            >
              {(control) => (
                <TextInput
                  {...control}
                  value={columns[column] ?? ''}
                  maxLength={100}
                  autoComplete="off"
                  onChange={({ target }) => setColumns((now) => ({ ...now, [column]: target.value }))}
                />
              )}
            </Field>
          ))}
        </>
      )}
    </CommandDialog>
  )
}
