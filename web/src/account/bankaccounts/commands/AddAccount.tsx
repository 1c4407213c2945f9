import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api, body } from '../../../app/api'
import { useLanguage, useT } from '../../../app/i18n'
import { trustedCreated } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { Field } from '../../../ui/Field'
import { Select } from '../../../ui/Select'
import { TextInput } from '../../../ui/TextInput'
import { refresh } from '../../refresh'
import { NeedsTwoFactor } from '../../transfers/NeedsTwoFactor'
import { planWords } from '../../transfers/transfer'
import { bankAccountPath } from '../bankAccount'
import { ACCOUNT_TYPES, type AccountForm, EMPTY, KEY_KINDS, readAccount } from './accountForm'
import { BankField } from './BankField'
import styles from './form.module.css'
import { NumberFields } from './NumberFields'

const FIELDS = [
  'nickname',
  'holder_name',
  'holder_document',
  'account.ispb',
  'account.branch',
  'account.number',
  'account.digit',
  'key.value',
]

/** Says where money may go: a bank account, or a Pix key. */
export default function AddAccount({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'transfers')
  const language = useLanguage()
  const navigate = useNavigate()
  const [form, setForm] = useState<AccountForm>(EMPTY)
  const put = (part: Partial<AccountForm>) => setForm((now) => ({ ...now, ...part }))
  return (
    <CommandDialog
      title={t('transfers.add.title')}
      submit={t('transfers.add.submit')}
      fields={FIELDS}
      read={() => readAccount(form, t)}
      send={(input, header) =>
        answer(api.POST('/v1/account/bank-accounts', { params: { header }, body: input }))
      }
      planning={{
        ask: (input) => body(api.POST('/v1/account/bank-accounts/plan', { body: input })),
        words: planWords(t, language, 'account_status'),
      }}
      onDone={(made) => {
        onClose()
        trustedCreated(made)
        refresh()
        void navigate({ to: bankAccountPath(made.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NeedsTwoFactor />
          <Line
            name="nickname"
            value={form.nickname}
            most={60}
            errors={errors}
            onChange={(nickname) => put({ nickname })}
          />
          <Line
            name="holder_name"
            value={form.holder}
            most={200}
            errors={errors}
            onChange={(holder) => put({ holder })}
          />
          <Line
            name="holder_document"
            value={form.document}
            most={30}
            errors={errors}
            onChange={(document) => put({ document })}
          />
          <fieldset className={styles.choices}>
            <legend className={styles.legend}>{t('transfers.add.by')}</legend>
            {(['account', 'key'] as const).map((by) => (
              <label key={by} className={styles.choice}>
                <input type="radio" name="by" checked={form.by === by} onChange={() => put({ by })} />
                {t(`transfers.add.by_${by}`)}
              </label>
            ))}
          </fieldset>
          {form.by === 'account' ? (
            <Account form={form} errors={errors} put={put} />
          ) : (
            <Key form={form} errors={errors} put={put} />
          )}
        </>
      )}
    </CommandDialog>
  )
}

interface PartProps {
  form: AccountForm
  errors: Errors
  put: (part: Partial<AccountForm>) => void
}

function Account({ form, errors, put }: PartProps) {
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
            onChange={(type) => put({ type: type as AccountForm['type'] })}
          />
        )}
      </Field>
      <NumberFields form={form} errors={errors} put={put} />
    </>
  )
}

function Key({ form, errors, put }: PartProps) {
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
            onChange={(kind) => put({ keyKind: kind as AccountForm['keyKind'] })}
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

interface LineProps {
  name: string
  value: string
  most: number
  errors: Errors
  onChange: (text: string) => void
}

function Line({ name, value, most, errors, onChange }: LineProps) {
  const t = useT('transfers')
  return (
    <Field label={t(`transfers.add.${name}`)} error={errors[name]} required>
      {(control) => (
        <TextInput
          {...control}
          maxLength={most}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
