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
}

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
    (reason?.documents ?? [{ name: '', required_field: true }]).map(({ name, required_field }, key) => ({
      key,
      name,
      required: required_field ?? true,
    })),
  )
  const change = (key: number, more: Partial<Line>) =>
    setLines((now) => now.map((line) => (line.key === key ? { ...line, ...more } : line)))
  return {
    name: 'documents',
    fields: ['documents'],
    read: () => ({
      input: lines
        .filter(({ name }) => name.trim())
        .map(({ name, required }) => ({
          name: name.trim(),
          type_field:
            reason?.documents.find((each) => each.name === name.trim())?.type_field ?? codeOf(name.trim()),
          required_field: required,
          max_age_days: reason?.documents.find((each) => each.name === name.trim())?.max_age_days ?? null,
        })),
    }),
    draw: (_, errors) => (
      <fieldset className={styles.lines}>
        <legend>{t('kyc.column.documents')}</legend>
        {lines.map(({ key, name, required }, place) => (
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
              { key: Math.max(-1, ...now.map(({ key }) => key)) + 1, name: '', required: true },
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
