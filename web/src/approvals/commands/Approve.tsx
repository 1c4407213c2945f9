import { Link } from '@tanstack/react-router'
import type { components } from '../../app/api-types'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { type Attempt, useProof } from '../../kit/proof/useProof'
import { objectPath } from '../../kit/record/objectPath'
import { Field } from '../../ui/Field'
import { MoneyInput } from '../../ui/MoneyInput'
import { TextInput } from '../../ui/TextInput'
import { type Approval, type Decided } from '../approvals'
import styles from './form.module.css'
import { useDecided } from './useDecided'

type Price = components['schemas']['Price']

export interface ApproveProps extends CommandProps {
  request: Approval
  /** Alone, at once, with a reason, and everybody is told. */
  emergency?: boolean
}

/** Whoever approves it has opened its exceptions, group by group. */
const SUBMIT_BATCH = 'payouts:payout_batch:submit'

/** Approves a request with the second factor. */
export default function Approve({ request, emergency = false, onClose }: ApproveProps) {
  const t = useT('common', 'kit', 'approvals')
  const proof = useProof()
  const [said, setSaid] = useDraft('said', '')
  const [typed, setTyped] = useDraft<number | null>('typed', null)
  // What pays many at once is approved with its total, which the person types.
  const total = 'total' in request.input ? (request.input.total as Price) : null
  const texts = emergency ? 'approvals.emergency' : 'approvals.approve'
  return (
    <CommandDialog<{ attempt: Attempt; said: string }, Decided>
      command={emergency ? 'approvals:request:emergency' : 'approvals:request:approve'}
      title={t(`${texts}.title`)}
      submit={t(`${texts}.submit`)}
      subject={request.company_name}
      danger={emergency}
      fields={['digits', 'reason', 'comment', 'total']}
      read={() => {
        const shown = proof.read()
        const reason = emergency && !said.trim() ? { reason: t('common.field_required') } : {}
        const wrong = total && typed !== total.amount ? { total: t('common.total_wrong') } : {}
        const errors = { ...reason, ...wrong, ...('errors' in shown && shown.errors) }
        if (Object.keys(errors).length || 'errors' in shown) return { errors }
        return { input: { attempt: shown.input, said: said.trim() } }
      }}
      send={async (input, header) => {
        const seen = { ...(await proof.show(input.attempt)), round: request.round, total }
        const ids = { id: request.id }
        return emergency
          ? sendCommand('approvals:request:emergency', ids, { ...seen, reason: input.said }, header)
          : sendCommand('approvals:request:approve', ids, { ...seen, comment: input.said || null }, header)
      }}
      onDone={useDecided(onClose)}
      onClose={onClose}
      wayOut={{ exceptions_unseen: <ToExceptions request={request} /> }}
    >
      {(errors) => {
        const words = (
          <Field
            label={t(`${texts}.said`)}
            error={errors.reason ?? errors.comment}
            required={emergency}
            optional={!emergency}
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={500}
                autoComplete="off"
                value={said}
                onChange={(event) => setSaid(event.target.value)}
              />
            )}
          </Field>
        )
        // The keyboard begins in the first field: in the one that has to be filled.
        return (
          <>
            <p className={styles.text}>{t(`${texts}.text`)}</p>
            {request.command === SUBMIT_BATCH && (
              <p className={styles.text}>
                {t('approvals.approve.exceptions')} <ToExceptions request={request} />
              </p>
            )}
            {emergency && words}
            {total && (
              <Field label={t('approvals.approve.total')} error={errors.total} required>
                {(control) => <MoneyInput {...control} value={typed} onChange={setTyped} />}
              </Field>
            )}
            {proof.field(errors)}
            {!emergency && words}
          </>
        )
      }}
    </CommandDialog>
  )
}

/** Leads to the exceptions of a batch, where each group is opened. */
function ToExceptions({ request: { command, subject } }: { request: Approval }) {
  const t = useT('approvals')
  const path = objectPath(command, subject)
  return path && <Link to={path}>{t('approvals.approve.to_exceptions')}</Link>
}
