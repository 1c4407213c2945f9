import { useT } from '../../app/i18n'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import type { Errors } from '../command/CommandDialog'
import { BankField } from './BankField'
import { NumberFields } from './NumberFields'
import { ACCOUNT_TYPES, KEY_KINDS, type PlaceForm } from './place'
import styles from './place.module.css'

export interface PlaceFieldsProps {
  form: PlaceForm
  errors: Errors
  put: (part: Partial<PlaceForm>) => void
}

/** Where money may go: a bank account, or a Pix key. */
export function PlaceFields(props: PlaceFieldsProps) {
  const t = useT('transfers')
  const { form, put } = props
  return (
    <>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{t('transfers.add.by')}</legend>
        {(['account', 'key'] as const).map((by) => (
          <label key={by} className={styles.choice}>
            <input type="radio" name="by" checked={form.by === by} onChange={() => put({ by })} />
            {t(`transfers.add.by_${by}`)}
          </label>
        ))}
      </fieldset>
      {form.by === 'account' ? <Account {...props} /> : <Key {...props} />}
    </>
  )
}

function Account({ form, errors, put }: PlaceFieldsProps) {
  const t = useT('transfers')
  return (
    <>
      <BankField bank={form.bank} onChange={(bank) => put({ bank })} error={errors['account.ispb']} />
      <Field label={t('transfers.add.type')} required>
        {(control) => (
          <Select
            id={control.id}
            options={ACCOUNT_TYPES.map((type) => ({
              value: type,
              label: t(`transfers.account_type.${type}`),
            }))}
            value={form.type}
            onChange={(type) => put({ type: type as PlaceForm['type'] })}
          />
        )}
      </Field>
      <NumberFields form={form} errors={errors} put={put} />
    </>
  )
}

function Key({ form, errors, put }: PlaceFieldsProps) {
  const t = useT('transfers')
  return (
    <>
      <Field label={t('transfers.add.key_kind')} hint={t('transfers.add.key_hint')} required>
        {(control) => (
          <Select
            id={control.id}
            describedBy={control['aria-describedby']}
            options={KEY_KINDS.map((kind) => ({ value: kind, label: t(`transfers.key_kind.${kind}`) }))}
            value={form.keyKind}
            onChange={(kind) => put({ keyKind: kind as PlaceForm['keyKind'] })}
          />
        )}
      </Field>
      <Field label={t('transfers.add.key')} error={errors['key.value']} required>
        {(control) => (
          <TextInput
            {...control}
            maxLength={100}
            autoComplete="off"
            value={form.key}
            onChange={(event) => put({ key: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
