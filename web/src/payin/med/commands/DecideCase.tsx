import { api, body } from '../../../app/api'
import type { components } from '../../../app/api-types'
import { useLanguage, useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import { Choices } from '../../../kit/command/Choices'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog, type Errors } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { formatMoney } from '../../../kit/format'
import { Field } from '../../../ui/Field'
import { MoneyInput } from '../../../ui/MoneyInput'
import { type CaseRecord, planWords } from '../case'
import styles from './DecideCase.module.css'
import { useMissing, Words } from './parts'

type DecideInput = components['schemas']['DecideInput']
type Decision = DecideInput['decision']

/** Staff agree with what the payer's bank reports, for all of the money or a part, or disagree. */
export default function DecideCase({ found, onClose }: CommandProps & { found: CaseRecord }) {
  const t = useT('common', 'kit', 'med')
  const language = useLanguage()
  const missing = useMissing()
  const [decision, setDecision] = useDraft<Decision | null>('decision', null)
  const [amount, setAmount] = useDraft<number | null>('amount', found.amount.amount)
  const [note, setNote] = useDraft('note', '')
  const most = formatMoney(found.amount, language)
  const read = (): { input: DecideInput } | { errors: Errors } => {
    const errors = {
      decision: decision ? undefined : t('common.field_required'),
      note: missing(note),
      amount: decision !== 'agreed' || amount ? undefined : t('common.field_required'),
    }
    if (!decision || Object.values(errors).some(Boolean)) return { errors }
    const part = decision === 'agreed' && amount ? { amount, currency: 'BRL' as const } : null
    return { input: { decision, note: note.trim(), amount: part } }
  }
  return (
    <CommandDialog
      command="payin:med:decide"
      title={t('med.decide.title')}
      submit={t('med.decide.submit')}
      subject={found.company_name ?? undefined}
      fields={['decision', 'amount', 'note']}
      read={read}
      send={(input, header) => sendCommand('payin:med:decide', { id: found.id }, input, header)}
      planning={{
        ask: (input) =>
          body(
            api.POST('/v1/payin/disputes/{id}/decide/plan', {
              params: { path: { id: found.id } },
              body: input,
            }),
          ),
        words: planWords(t, language),
      }}
      onDone={() => {
        onClose()
        showAlert('success', t('med.decide.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <div>
            <Choices
              legend={t('med.decide.decision')}
              name="decision"
              options={(['agreed', 'disagreed'] as const).map((value) => ({
                value,
                label: t(`med.decide.${value}`),
              }))}
              value={decision}
              onChange={setDecision}
              describedBy={errors.decision ? 'decision-error' : undefined}
            />
            {errors.decision && (
              <p id="decision-error" role="alert" className={styles.error}>
                {errors.decision}
              </p>
            )}
          </div>
          {decision === 'agreed' && (
            <Field
              label={t('med.decide.amount')}
              hint={!errors.amount && t('med.decide.at_most', { amount: most })}
              error={errors.amount}
              required
            >
              {(control) => <MoneyInput {...control} value={amount} onChange={setAmount} />}
            </Field>
          )}
          <Words
            label={t('med.decide.note')}
            hint={t('med.decide.note_hint')}
            value={note}
            error={errors.note}
            onChange={setNote}
          />
        </>
      )}
    </CommandDialog>
  )
}
