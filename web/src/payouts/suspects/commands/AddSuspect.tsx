import { useNavigate } from '@tanstack/react-router'
import { api, body } from '../../../app/api'
import { useT } from '../../../app/i18n'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { documentProblem } from '../../../kit/documents'
import { PlaceFields } from '../../../kit/place/PlaceFields'
import { NO_PLACE, PLACE_FIELDS, readPlace } from '../../../kit/place/place'
import { Field } from '../../../ui/Field'
import { Select } from '../../../ui/Select'
import { TextInput } from '../../../ui/TextInput'
import { CAUSES, planWords, type SuspectInput, suspectPath, wordOf } from '../suspect'

const LEAST_EVIDENCE = 10

/** Puts a destination or a document on the list of suspects. */
export default function AddSuspect({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'suspects', 'transfers')
  const navigate = useNavigate()
  const [form, setForm] = useDraft('form', {
    ...NO_PLACE,
    by: 'key' as 'account' | 'key',
    what: 'destination' as 'destination' | 'document',
    cause: 'fraud_report' as (typeof CAUSES)[number],
    evidence: '',
    document: '',
  })
  const put = (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part }))
  const read = (): { input: SuspectInput } | { errors: Errors } => {
    const errors: Errors =
      form.evidence.trim().length < LEAST_EVIDENCE ? { evidence: t('suspects.add.evidence_short') } : {}
    const common = { cause: form.cause, evidence: form.evidence.trim(), until: null }
    if (form.what === 'document') {
      const problem = documentProblem(form.document)
      if (problem)
        errors.document = t(problem === 'empty' ? 'common.field_required' : 'common.document_invalid')
      if (Object.keys(errors).length) return { errors }
      return { input: { ...common, document: form.document.trim(), account: null, key: null } }
    }
    const place = readPlace(form, t)
    if ('errors' in place) return { errors: { ...errors, ...place.errors } }
    if (Object.keys(errors).length) return { errors }
    return { input: { ...common, document: null, ...place.input } }
  }
  return (
    <CommandDialog
      command="payouts:suspect:create"
      title={t('suspects.add.title')}
      subject={{ thing: t('suspects.for_all') }}
      submit={t('suspects.add.submit')}
      fields={['cause', 'evidence', 'document', ...PLACE_FIELDS]}
      read={read}
      send={(input, header) => sendCommand('payouts:suspect:create', {}, input, header)}
      planning={{
        ask: (input) => body(api.POST('/v1/payouts/suspects/plan', { body: input })),
        words: planWords(t),
      }}
      onDone={(made) => {
        onClose()
        void navigate({ to: suspectPath(made.id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('suspects.add.what')} required>
            {(control) => (
              <Select
                {...control}
                value={form.what}
                options={(['destination', 'document'] as const).map((value) => ({
                  value,
                  label: wordOf(t, 'kind', value),
                }))}
                onChange={(what) => put({ what: what === 'document' ? 'document' : 'destination' })}
              />
            )}
          </Field>
          {form.what === 'document' ? (
            <Field label={t('suspects.add.document')} error={errors.document} required>
              {(control) => (
                <TextInput
                  {...control}
                  maxLength={30}
                  autoComplete="off"
                  value={form.document}
                  onChange={(event) => put({ document: event.target.value })}
                />
              )}
            </Field>
          ) : (
            <PlaceFields form={form} errors={errors} put={put} />
          )}
          <Field label={t('suspects.add.cause')} error={errors.cause} required>
            {(control) => (
              <Select
                {...control}
                value={form.cause}
                options={CAUSES.map((value) => ({ value, label: wordOf(t, 'cause', value) }))}
                onChange={(cause) => put({ cause: CAUSES.find((each) => each === cause) ?? 'other' })}
              />
            )}
          </Field>
          <Field label={t('suspects.add.evidence')} error={errors.evidence} required>
            {(control) => (
              <TextInput
                {...control}
                maxLength={2_000}
                autoComplete="off"
                value={form.evidence}
                onChange={(event) => put({ evidence: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
