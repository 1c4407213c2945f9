import { useRef, useState } from 'react'
import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { type Approval, type Decided, wordOf } from '../approvals'
import { useRefresh } from '../useRefresh'
import styles from './form.module.css'
import { tell } from './told'

/** Rejects a request, and says why. */
export default function Reject({ request, onClose }: CommandProps & { request: Approval }) {
  const t = useT('common', 'kit', 'approvals')
  const refresh = useRefresh()
  const first = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  return (
    <CommandDialog<{ reason: string }, Decided>
      title={t('approvals.reject.title')}
      submit={t('approvals.reject.submit')}
      subject={`${wordOf(t, 'command', request.command)} · ${request.company_name}`}
      danger
      fields={['reason']}
      initialFocus={first}
      read={() =>
        reason.trim()
          ? { input: { reason: reason.trim() } }
          : { errors: { reason: t('common.field_required') } }
      }
      send={(input, header) =>
        answer(
          api.POST('/v1/approvals/{id}/reject', {
            params: { path: { id: request.id }, header },
            body: input,
          }),
        )
      }
      onDone={(decided) => {
        onClose()
        tell(t, decided)
        refresh()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('approvals.reject.text')}</p>
          <Field label={t('approvals.reject.reason')} error={errors.reason} required>
            {(control) => (
              <TextInput
                {...control}
                ref={first}
                maxLength={500}
                autoComplete="off"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
