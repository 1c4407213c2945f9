import { Plus, Trash2 } from 'lucide-react'
import { useT } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import styles from './form.module.css'
import { pepOptions } from './partner'
import { NOBODY, type PartnerForm } from './registration'

/** As many as the server takes at once. */
const MOST = 50

export interface PartnerRowsProps {
  partners: readonly PartnerForm[]
  errors: Errors
  onChange: (partners: PartnerForm[]) => void
}

/** The partners of a new company, one under the other; there is at least one. */
export function PartnerRows({ partners, errors, onChange }: PartnerRowsProps) {
  const t = useT('common', 'companies')
  const put = (place: number, part: Partial<PartnerForm>) =>
    onChange(partners.map((partner, at) => (at === place ? { ...partner, ...part } : partner)))
  return (
    <>
      {partners.map((partner, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row that is typed in has no other name
        <fieldset key={place} className={styles.partner}>
          <legend className={styles.legend}>{t('companies.onboard.partner', { number: place + 1 })}</legend>
          {partners.length > 1 && (
            <IconButton
              plain
              size="small"
              className={styles.remove}
              label={t('companies.onboard.remove', { number: place + 1 })}
              icon={<Trash2 size={16} strokeWidth={1.75} />}
              onClick={() => onChange(partners.filter((_, at) => at !== place))}
            />
          )}
          <div className={styles.pair}>
            <Text field="name" partner={partner} place={place} errors={errors} most={200} put={put} needed />
            <Text
              field="document"
              partner={partner}
              place={place}
              errors={errors}
              most={30}
              put={put}
              needed
            />
          </div>
          <div className={styles.pair}>
            <Field label={t('companies.add_partner.pep_type')}>
              {(control) => (
                <Select
                  id={control.id}
                  options={pepOptions(t)}
                  value={partner.pep_type}
                  onChange={(pep_type) => put(place, { pep_type })}
                />
              )}
            </Field>
            <Text field="share" partner={partner} place={place} errors={errors} most={6} put={put} />
          </div>
        </fieldset>
      ))}
      {partners.length < MOST && (
        <Button
          variant="secondary"
          className={styles.more}
          icon={<Plus size={18} strokeWidth={1.75} />}
          onClick={() => onChange([...partners, NOBODY])}
        >
          {t('companies.onboard.more')}
        </Button>
      )}
    </>
  )
}

interface TextProps {
  field: 'name' | 'document' | 'share'
  partner: PartnerForm
  place: number
  errors: Errors
  most: number
  needed?: boolean
  put: (place: number, part: Partial<PartnerForm>) => void
}

function Text({ field, partner, place, errors, most, needed = false, put }: TextProps) {
  const t = useT('companies')
  return (
    <Field
      label={t(`companies.add_partner.${field}`)}
      error={errors[`partners[${place}].${field}`]}
      required={needed}
    >
      {(control) => (
        <TextInput
          {...control}
          maxLength={most}
          inputMode={field === 'share' ? 'decimal' : undefined}
          autoComplete="off"
          value={partner[field]}
          onChange={(event) => put(place, { [field]: event.target.value })}
        />
      )}
    </Field>
  )
}
