import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { Banner } from '../../ui/Banner'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { type Approval, type Decided } from '../approvals'
import styles from './form.module.css'

/** Hands a decision to another person who may decide. */
export default function Delegate({ request, onClose }: CommandProps & { request: Approval }) {
  const t = useT('common', 'kit', 'approvals')
  const [person, setPerson] = useDraft<string | null>('person', null)
  const [note, setNote] = useDraft('note', '')
  const path = { id: request.id }
  const { data: people, error } = useQuery({
    queryKey: ['approvals.delegates', request.id],
    queryFn: ({ signal }) => body(api.GET('/v1/approvals/{id}/delegates', { params: { path }, signal })),
    staleTime: 0,
  })
  const nobody = people?.length === 0
  return (
    <CommandDialog<components['schemas']['DelegateInput'], Decided>
      command="approvals:request:delegate"
      title={t('approvals.delegate.title')}
      submit={t('approvals.delegate.submit')}
      subject={request.company_name}
      fields={['person', 'note']}
      read={() =>
        person
          ? { input: { person, note: note.trim() || null } }
          : { errors: { person: t('common.field_required') } }
      }
      send={(input, header) => sendCommand('approvals:request:delegate', path, input, header)}
      onDone={() => {
        onClose()
        const name = people?.find(({ id }) => id === person)?.name ?? ''
        showAlert('success', t('approvals.delegate.done', { name }))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('approvals.delegate.text')}</p>
          {error && <Banner tone="error">{linesOf(t, error).join('. ')}</Banner>}
          <Field
            label={t('approvals.delegate.person')}
            hint={nobody && t('approvals.delegate.nobody')}
            error={errors.person}
            required
          >
            {(control) => (
              <Select
                id={control.id}
                describedBy={control['aria-describedby']}
                invalid={control['aria-invalid']}
                placeholder={t('approvals.delegate.choose')}
                options={(people ?? []).map(({ id, name, email }) => ({
                  value: id,
                  label: `${name} · ${email}`,
                }))}
                value={person}
                onChange={setPerson}
              />
            )}
          </Field>
          <Field label={t('approvals.delegate.note')} error={errors.note} optional>
            {(control) => (
              <TextInput
                {...control}
                maxLength={500}
                autoComplete="off"
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
