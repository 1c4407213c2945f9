import { useT } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'
import { PlaceFields } from '../../../kit/place/PlaceFields'
import { Checkbox } from '../../../ui/Checkbox'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import type { PayForm } from './payForm'

export interface StepProps {
  form: PayForm
  errors: Errors
  put: (part: Partial<PayForm>) => void
}

/** The first step: where the money goes. */
export function Destination({ form, errors, put }: StepProps) {
  const t = useT('payoutPayments')
  return (
    <>
      <Checkbox
        label={t('payoutPayments.pay.by_code')}
        checked={form.byCode}
        onChange={(byCode) => put({ byCode })}
      />
      {form.byCode ? (
        <Field
          label={t('payoutPayments.pay.code')}
          hint={t('payoutPayments.pay.code_hint')}
          error={errors.code}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              maxLength={512}
              autoComplete="off"
              value={form.code}
              onChange={(event) => put({ code: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <PlaceFields form={form} errors={errors} put={put} />
      )}
    </>
  )
}
