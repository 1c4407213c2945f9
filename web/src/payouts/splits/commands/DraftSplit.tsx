import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../../app/api'
import type { CommandShape } from '../../../app/commandShape'
import { COMMANDS } from '../../../app/commands'
import { useLanguage, useT } from '../../../app/i18n'
import { settings } from '../../../app/state'
import { useStore } from '../../../app/store'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { SchemaFields } from '../../../kit/command/SchemaFields'
import { emptyValues, readValues, type Values } from '../../../kit/command/schema'
import { sendAny } from '../../../kit/command/send'
import { formatMoney } from '../../../kit/format'
import { SplitFields } from '../../../payin/split/SplitFields'
import { formOfSplit, newPart, readSplit, SPLIT_FIELDS, type SplitForm } from '../../../payin/split/splitForm'
import { type Split, splitPath } from '../split'

/** What the parts are shown of, minor units. */
const EXAMPLE = 100_000
const SHAPE: CommandShape = COMMANDS['payouts:split:draft']
/** Each of these belongs to one answer to another field. */
const ONLY_WITH: Readonly<Record<string, readonly [string, string]>> = {
  floor: ['source', 'balance'],
  weekday: ['rhythm', 'weekly'],
  month_day: ['rhythm', 'monthly'],
}
const FIELDS = SHAPE.fields
  .filter(({ name }) => name !== 'replaces' && !name.startsWith('split'))
  // A day that is asked for at all has to be given.
  .map((field) => Object.assign({}, field, { required: field.required || field.name.endsWith('day') }))

/** Drafts a split, or with `split` the next version of it. */
export default function DraftSplit({ split, onClose }: CommandProps & { split?: Split }) {
  const t = useT('common', 'kit', 'recipients', 'payoutSplits')
  const language = useLanguage()
  const navigate = useNavigate()
  const units = useUnits()
  const [values, setValues] = useDraft<Values>('values', () => ({
    ...emptyValues(FIELDS),
    ...(split ? valuesOf(split) : { source: 'day', rhythm: 'by_hand' }),
  }))
  const [parts, setParts] = useDraft<SplitForm>('split', () =>
    split ? formOfSplit(split.split) : { parts: [newPart()], rounding: '' },
  )
  const fields = FIELDS.filter(({ name }) => {
    const [field, value] = ONLY_WITH[name] ?? []
    return field === undefined || values[field] === value
  })
  const read = (): { input: Record<string, unknown> } | { errors: Errors } => {
    const given = readValues(fields, values, t)
    const divided = readSplit(parts, null, t)
    const errors = { ...('errors' in given && given.errors), ...('errors' in divided && divided.errors) }
    if ('errors' in given || 'errors' in divided) return { errors }
    if (!divided.input) return { errors: { 'split.parts.0': t('common.field_required') } }
    return { input: { ...given.input, split: divided.input, replaces: split?.id ?? null } }
  }
  const choices = (field: 'source' | 'rhythm', among: readonly string[]) =>
    among.map((value) => ({ value, label: t(`payoutSplits.${field}.${value}`) }))
  return (
    <CommandDialog<Record<string, unknown>, { id: string }>
      command="payouts:split:draft"
      title={t(split ? 'payoutSplits.draft.next' : 'payoutSplits.draft.title', { name: split?.name ?? '' })}
      submit={t('payoutSplits.draft.submit')}
      fields={[...fields.map(({ name }) => name), ...SPLIT_FIELDS]}
      read={read}
      send={(input, header) => sendAny<{ id: string }>('payouts:split:draft', {}, input, header)}
      onDone={({ id }) => {
        onClose()
        if (id) void navigate({ to: splitPath(id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <SchemaFields
            fields={fields}
            texts="payoutSplits.field"
            values={values}
            errors={errors}
            options={{
              source: choices('source', ['day', 'balance']),
              rhythm: choices('rhythm', ['by_hand', 'daily', 'weekly', 'monthly']),
              weekday: [1, 2, 3, 4, 5, 6, 7].map((day) => ({
                value: String(day),
                label: t(`payoutSplits.weekday.${day}`),
              })),
            }}
            onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
          />
          <SplitFields
            form={parts}
            amount={EXAMPLE}
            errors={errors}
            more={units}
            title={t('payoutSplits.draft.receivers')}
            example={t('payoutSplits.draft.example', {
              amount: formatMoney({ amount: EXAMPLE, currency: 'BRL' }, language),
            })}
            onChange={setParts}
          />
        </>
      )}
    </CommandDialog>
  )
}

const valuesOf = ({ name, source, rhythm, weekday, month_day, floor, least }: Split): Values => ({
  name,
  source,
  rhythm,
  weekday: weekday === null ? '' : String(weekday),
  month_day: month_day ?? '',
  floor: floor.amount || null,
  least: least.amount || null,
})

/** Franchise units can receive too. */
function useUnits() {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const { data = [] } = useQuery({
    queryKey: ['list', 'payouts.franchises.offered', account],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/payouts/franchises', {
          params: { query: { status: 'active', per_page: 200, order_by: 'name', sort: 'asc' } },
          signal,
        }),
      ),
  })
  return data.map(({ id, name }) => ({ value: id, label: name ?? id }))
}
