import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { queries } from '../../app/queries'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { recordPath } from '../charge'
import { type ChargeForm, EMPTY_FORM, EXPIRIES, FIELDS, readForm } from './chargeForm'
import styles from './form.module.css'

/** Asks somebody for a payment: an amount, and as much about it as is known. */
export default function NewCharge({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payin')
  const navigate = useNavigate()
  const [form, setForm] = useState<ChargeForm>(EMPTY_FORM)
  const put = (part: Partial<ChargeForm>) => setForm((now) => ({ ...now, ...part }))
  const optional = <span className={styles.optional}>{t('common.optional')}</span>
  const amount = useRef<HTMLInputElement>(null)
  return (
    <CommandDialog
      title={t('payin.new.title')}
      submit={t('payin.new.submit')}
      fields={FIELDS}
      initialFocus={amount}
      read={() => readForm(form, t)}
      send={(input, header) => answer(api.POST('/v1/payin/charges', { params: { header }, body: input }))}
      onDone={(charge) => {
        onClose()
        void queries.invalidateQueries({ queryKey: ['list'] })
        void navigate({ to: recordPath(charge.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <div className={styles.pair}>
            <Field label={t('payin.new.amount')} error={errors.amount} required>
              {(control) => (
                <MoneyInput
                  {...control}
                  ref={amount}
                  value={form.amount}
                  onChange={(value) => put({ amount: value })}
                />
              )}
            </Field>
            <Field label={t('payin.new.expires')} error={errors.expires_in}>
              {(control) => (
                <Select
                  id={control.id}
                  options={EXPIRIES.map(({ key, seconds }) => ({
                    value: String(seconds),
                    label: t(`payin.expiry.${key}`),
                  }))}
                  value={String(form.expiresIn)}
                  onChange={(seconds) => put({ expiresIn: Number(seconds) })}
                />
              )}
            </Field>
          </div>
          <Field label={t('payin.new.payer_name')} aside={optional} error={errors['payer.name']}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={200}
                autoComplete="off"
                value={form.payerName}
                onChange={(event) => put({ payerName: event.target.value })}
              />
            )}
          </Field>
          <Field
            label={t('payin.new.payer_document')}
            aside={optional}
            hint={t('payin.new.payer_document_hint')}
            error={errors['payer.document']}
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={30}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                value={form.payerDocument}
                onChange={(event) => put({ payerDocument: event.target.value })}
              />
            )}
          </Field>
          <Field
            label={t('payin.new.description')}
            aside={optional}
            hint={t('payin.new.description_hint')}
            error={errors.description}
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={140}
                value={form.description}
                onChange={(event) => put({ description: event.target.value })}
              />
            )}
          </Field>
          <Field
            label={t('payin.new.reference')}
            aside={optional}
            hint={t('payin.new.reference_hint')}
            error={errors.reference}
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={64}
                autoComplete="off"
                value={form.reference}
                onChange={(event) => put({ reference: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
