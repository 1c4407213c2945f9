import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { textOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import type { Errors } from '../command/CommandDialog'
import type { PlaceForm } from './place'
import styles from './place.module.css'
import { useRested } from './useRested'

interface NumberFieldsProps {
  form: PlaceForm
  errors: Errors
  put: (part: Partial<PlaceForm>) => void
}

const FIELDS = [
  { field: 'branch', most: 4 },
  { field: 'number', most: 19 },
  { field: 'digit', most: 1 },
] as const

/** Branch, number and check digit; the server says while they are typed whether they can be right. */
export function NumberFields({ form, errors, put }: NumberFieldsProps) {
  const t = useT('common', 'transfers')
  const wrong = useCheck(form)
  return (
    <div className={styles.numbers}>
      {FIELDS.map(({ field, most }) => (
        <Field
          key={field}
          label={t(`transfers.add.${field}`)}
          error={errors[`account.${field}`] ?? (wrong?.field === field && textOf(t, wrong.problem))}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode={field === 'digit' ? undefined : 'numeric'}
              autoComplete="off"
              maxLength={most}
              value={form[field]}
              onChange={(event) => put({ [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

function useCheck({ bank, type, branch, number, digit }: PlaceForm) {
  const given = JSON.stringify({ ispb: bank?.ispb ?? '', account_type: type, branch, number, digit })
  const rested = useRested(given)
  const { data } = useQuery({
    queryKey: ['account-check', rested],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/banks/account-check', {
          params: { query: JSON.parse(rested) as Record<string, string> },
          signal,
        }),
      ),
    enabled: rested === given && Boolean(bank && branch && number && digit),
  })
  return data?.field && data.problem ? { field: data.field, problem: data.problem } : null
}
