import { useLanguage, useT } from '../../../app/i18n'
import { Choices } from '../../../kit/command/Choices'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { askPlan, sendCommand } from '../../../kit/command/send'
import { DatePicker } from '../../../kit/date/DatePicker'
import { AddFile } from '../../../kit/files/Files'
import { formatDay, formatMoney } from '../../../kit/format'
import { type Attempt, useProof } from '../../../kit/proof/useProof'
import { Loaded } from '../../../kit/record/Loaded'
import { Field } from '../../../ui/Field'
import { Select } from '../../../ui/Select'
import { TextArea } from '../../../ui/TextInput'
import { attachLetter, type Evidence, type EvidenceRecord, planWords, SAYS, useEvidence } from '../evidence'

type Says = (typeof SAYS)[number]
interface Meant {
  says: Says
  line: string | null
  file: string | null
  occurred_on: string | null
  reason: string
}

/** Proposes what became of an order that the bank does not answer; a second person approves it. */
export default function MarkByEvidence({ id, onClose }: CommandProps & { id: string }) {
  return <Loaded query={useEvidence(id)}>{(found) => <Form found={found} onClose={onClose} />}</Loaded>
}

function Form({ found, onClose }: CommandProps & { found: EvidenceRecord }) {
  const t = useT('common', 'kit', 'payoutEvidence', 'payoutPayments')
  const language = useLanguage()
  const proof = useProof()
  const [says, setSays] = useDraft<Says>('says', 'paid')
  const [chosen, setChosen] = useDraft<string | null>('proof', null)
  const [day, setDay] = useDraft<string | null>('day', null)
  const [reason, setReason] = useDraft('reason', '')
  const id = found.payout_id
  const options = [
    ...found.lines
      .filter((line) => line.says === says)
      .map((line) => ({
        value: `line:${line.id}`,
        label: [formatDay(line.booked_on, language), formatMoney(line.amount, language), line.texts].join(
          ' · ',
        ),
      })),
    ...found.files.map((file) => ({
      value: `file:${file.id}`,
      label: t('payoutEvidence.mark.letter', { name: file.name }),
    })),
  ]
  const proven = options.some(({ value }) => value === chosen) ? chosen : null
  const letter = proven?.startsWith('file:') ? proven.slice('file:'.length) : null
  const required = t('common.field_required')
  const read = (): { input: { meant: Meant; attempt: Attempt } } | { errors: Errors } => {
    const shown = proof.read()
    const errors: Errors = {
      ...(!proven && { line: required }),
      ...(letter && !day && { occurred_on: required }),
      ...(reason.trim().length < 3 && { reason: required }),
      ...('errors' in shown && shown.errors),
    }
    if (Object.keys(errors).length || 'errors' in shown) return { errors }
    return {
      input: {
        attempt: shown.input,
        meant: {
          says,
          line: letter ? null : (proven?.slice('line:'.length) ?? null),
          file: letter,
          occurred_on: letter ? day : null,
          reason: reason.trim(),
        },
      },
    }
  }
  return (
    <CommandDialog<{ meant: Meant; attempt: Attempt }, Evidence>
      command="payouts:evidence:propose"
      title={t('payoutEvidence.mark.title')}
      submit={t('payoutEvidence.mark.submit')}
      fields={['line', 'occurred_on', 'reason', 'digits']}
      read={read}
      send={async ({ meant, attempt }, header) =>
        sendCommand('payouts:evidence:propose', { id }, { ...meant, ...(await proof.show(attempt)) }, header)
      }
      planning={{
        ask: ({ meant }) => askPlan('POST', `/v1/payouts/payments/${id}/evidence`, { ...meant }),
        words: planWords(t),
        submit: () => t('payoutEvidence.mark.submit'),
      }}
      onDone={onClose}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('payoutEvidence.mark.text')}</p>
          <Choices
            legend={t('payoutEvidence.mark.says')}
            name="says"
            value={says}
            onChange={setSays}
            options={SAYS.map((value) => ({
              value,
              label: t(`payoutEvidence.says.${value}`),
              hint: t(`payoutEvidence.means.${value}`),
            }))}
          />
          <Field
            label={t('payoutEvidence.mark.proof')}
            hint={t(options.length ? 'payoutEvidence.mark.hint' : 'payoutEvidence.mark.none')}
            error={errors.line}
            required
          >
            {(control) => (
              <Select
                id={control.id}
                describedBy={control['aria-describedby']}
                invalid={control['aria-invalid']}
                placeholder={t('payoutEvidence.mark.choose')}
                options={options}
                value={proven}
                onChange={setChosen}
              />
            )}
          </Field>
          <div>
            <AddFile send={async (file) => setChosen(`file:${(await attachLetter(id, file)).id}`)} />
          </div>
          {letter && (
            <DatePicker
              label={t('payoutEvidence.mark.day')}
              hint={t('payoutEvidence.mark.day_hint')}
              error={errors.occurred_on}
              required
              value={day}
              onChange={setDay}
            />
          )}
          <Field label={t('payoutEvidence.column.reason')} error={errors.reason} required>
            {(control) => (
              <TextArea
                {...control}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          {proof.field(errors)}
        </>
      )}
    </CommandDialog>
  )
}
