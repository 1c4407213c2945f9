import { useLanguage, useT } from '../../../app/i18n'
import { formatTime } from '../../../kit/format'
import styles from '../../../kit/place/place.module.css'
import { Field } from '../../../ui/Field'
import { Select } from '../../../ui/Select'
import type { StepProps } from './Destination'
import { type Destination, TED_PURPOSES, type TedPurpose, wayOf } from './payForm'

type Ted = NonNullable<Destination['ted']>

/** By what money goes to an account, each way with when it arrives; a TED says what it is for. */
export function Way({ found, form, errors, put }: StepProps & { found: Destination }) {
  const t = useT('payoutPayments')
  const leaves = useLeaves()
  const { ted } = found
  if (!ted) return null
  const way = wayOf(form)
  return (
    <>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{t('payoutPayments.pay.way')}</legend>
        {(['pix', 'ted'] as const).map((each) => (
          <label key={each} className={styles.choice}>
            <input
              type="radio"
              name="way"
              checked={way === each}
              disabled={each === 'ted' ? !ted.taken : form.bank?.pix === false}
              onChange={() => put({ method: each })}
            />
            {t(`payoutPayments.pay.way_${each}`)}
          </label>
        ))}
      </fieldset>
      <p>{way === 'ted' ? leaves(ted) : t('payoutPayments.pay.way_pix_text')}</p>
      {way === 'ted' && (
        <Field label={t('payoutPayments.field.ted_purpose')} error={errors.ted_purpose} required>
          {(control) => (
            <Select
              id={control.id}
              options={TED_PURPOSES.map((value) => ({
                value,
                label: t(`payoutPayments.ted_purpose.${value}`),
              }))}
              value={form.tedPurpose}
              onChange={(value) => put({ tedPurpose: value as TedPurpose })}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** Says when a TED leaves. */
export function useLeaves() {
  const t = useT('payoutPayments')
  const language = useLanguage()
  return ({ way, leave_by, opens_at }: Pick<Ted, 'way' | 'leave_by' | 'opens_at'>) =>
    t(`payoutPayments.pay.ted_${way}`, {
      by: leave_by ? formatTime(leave_by, language) : '',
      at: opens_at ? formatTime(opens_at, language) : '',
    })
}
