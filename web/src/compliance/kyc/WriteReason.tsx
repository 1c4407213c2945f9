import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm, type OwnPart } from '../../kit/command/CommandForm'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { TextInput } from '../../ui/TextInput'
import { optionsOf, type Reason } from './kyc'
import styles from './kyc.module.css'
import { useReasons } from './OpenRequest'

interface Line {
  key: number
  name: string
  required: boolean
  /** Days since its issue, as typed. */
  age: string
  /** Its name for programs, which stays when people call it otherwise. */
  code?: string
}

const OLDEST_DAYS = 3_650
const isAge = (age: string) =>
  !age.trim() || (/^\d{1,4}$/.test(age.trim()) && +age >= 1 && +age <= OLDEST_DAYS)

/** Writes a reason, or its next version; open requests keep theirs. */
export default function WriteReason({ reason, onClose }: CommandProps & { reason?: Reason }) {
  const t = useT('common', 'kit', 'kyc')
  const own = useDocuments(reason)
  const reasons = useReasons().filter(({ value }) => value !== reason?.id)
  return (
    <CommandForm
      command={reason ? 'kyc:reason:revise' : 'kyc:reason:add'}
      ids={reason ? { id: reason.id } : {}}
      subject={{ thing: t('kyc.tab.reasons') }}
      title={t(reason ? 'kyc.reason.revise' : 'kyc.reason.add')}
      submit={t('kyc.acts.keep')}
      texts="kyc.reason_field"
      text={reason && <p>{t('kyc.reason.revise_text')}</p>}
      initial={
        reason
          ? {
              name: reason.name,
              time_validate_months: String(reason.time_validate_months),
              merchants: reason.subject_types.includes('merchant'),
              partners: reason.subject_types.includes('partner'),
              end_users: reason.subject_types.includes('end_user'),
              on_expiry: reason.on_expiry,
              owner_percent: String(reason.owner_percent),
              dependent_reason_id: reason.dependent_reason_id,
              active: reason.active,
            }
          : {
              time_validate_months: '24',
              merchants: true,
              on_expiry: 'warn',
              owner_percent: '25',
              active: true,
            }
      }
      options={{
        on_expiry: optionsOf(t, 'expiry', ['warn', 'stop_payouts', 'stop_all']),
        dependent_reason_id: reasons,
      }}
      own={own}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** The documents that the reason needs, a line each; a program's name is made of what people call it. */
function useDocuments(reason?: Reason): OwnPart {
  const t = useT('common', 'kyc')
  const [lines, setLines] = useState<Line[]>(() =>
    reason
      ? reason.documents.map(({ name, required_field, max_age_days, type_field }, key) => ({
          key,
          name,
          required: required_field ?? true,
          age: String(max_age_days ?? ''),
          code: type_field,
        }))
      : [{ key: 0, name: '', required: true, age: '' }],
  )
  const change = (key: number, more: Partial<Line>) =>
    setLines((now) => now.map((line) => (line.key === key ? { ...line, ...more } : line)))
  return {
    name: 'documents',
    fields: ['documents'],
    read: () => {
      const named = lines.filter(({ name }) => name.trim())
      if (!named.every(({ age }) => isAge(age))) return { errors: { documents: t('kyc.reason.age_wrong') } }
      return {
        input: named.map(({ name, required, age, code }) => ({
          name: name.trim(),
          type_field: code ?? codeOf(name.trim()),
          required_field: required,
          max_age_days: age.trim() ? Number(age) : null,
        })),
      }
    },
    draw: (_, errors) => (
      <fieldset className={styles.lines}>
        <legend>{t('kyc.column.documents')}</legend>
        {lines.map(({ key, name, required, age }, place) => (
          <div key={key} className={styles.line}>
            <Field label={t('kyc.reason.document', { n: place + 1 })}>
              {(given) => (
                <TextInput
                  {...given}
                  value={name}
                  onChange={(event) => change(key, { name: event.target.value })}
                />
              )}
            </Field>
            <Field label={t('kyc.reason.age_days')}>
              {(given) => (
                <TextInput
                  {...given}
                  inputMode="numeric"
                  value={age}
                  onChange={(event) => change(key, { age: event.target.value })}
                />
              )}
            </Field>
            <Checkbox
              label={t('kyc.reason.required')}
              checked={required}
              onChange={(on) => change(key, { required: on })}
            />
            <IconButton
              size="small"
              label={t('kyc.reason.remove', { name: name || String(place + 1) })}
              icon={<Trash2 size={16} strokeWidth={1.75} />}
              onClick={() => setLines((now) => now.filter((line) => line.key !== key))}
            />
          </div>
        ))}
        {errors.documents && <p className={styles.problem}>{errors.documents}</p>}
        <Button
          size="small"
          variant="secondary"
          icon={<Plus size={16} strokeWidth={1.75} />}
          onClick={() =>
            setLines((now) => [
              ...now,
              { key: Math.max(-1, ...now.map(({ key }) => key)) + 1, name: '', required: true, age: '' },
            ])
          }
        >
          {t('kyc.reason.more')}
        </Button>
      </fieldset>
    ),
  }
}

const codeOf = (name: string) => {
  const code = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)
  return code.length > 1 ? code : `document_${code}`
}
