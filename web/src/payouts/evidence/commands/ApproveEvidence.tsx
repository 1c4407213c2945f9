import { useQuery } from '@tanstack/react-query'
import { linesOf } from '../../../app/errors'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { PlanView } from '../../../kit/command/PlanView'
import { askPlan, sendCommand } from '../../../kit/command/send'
import { type Attempt, useProof } from '../../../kit/proof/useProof'
import { Banner } from '../../../ui/Banner'
import { Spinner } from '../../../ui/Spinner'
import { type Evidence, planWords } from '../evidence'

/** Approves what somebody else proposed of an order, with the second factor; what it posts stands in the dialog. */
export default function ApproveEvidence({ found, onClose }: CommandProps & { found: Evidence }) {
  const t = useT('common', 'kit', 'payoutEvidence', 'payoutPayments')
  const proof = useProof()
  return (
    <CommandDialog<Attempt, Evidence>
      command="payouts:evidence:approve"
      title={t(`payoutEvidence.approve.title.${found.says}`)}
      submit={t('payoutEvidence.approve.submit')}
      danger={found.says === 'not_paid'}
      fields={['digits']}
      read={proof.read}
      send={async (attempt, header) =>
        sendCommand('payouts:evidence:approve', { id: found.id }, await proof.show(attempt), header)
      }
      onDone={() => {
        onClose()
        showAlert('success', t('payoutEvidence.approve.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t(`payoutEvidence.approve.text.${found.says}`)}</p>
          <Posted evidence={found} />
          {proof.field(errors)}
        </>
      )}
    </CommandDialog>
  )
}

/** What would be posted, as the server finds by doing it and taking it back. */
function Posted({ evidence: { id } }: { evidence: Evidence }) {
  const t = useT('common', 'kit', 'payoutEvidence', 'payoutPayments')
  const { data, error } = useQuery({
    queryKey: ['payouts', 'evidence-plan', id],
    queryFn: () => askPlan('POST', `/v1/payouts/evidence/${id}/approve`, {}),
    gcTime: 0,
    retry: false,
  })
  if (error)
    return (
      <Banner tone="error">
        {linesOf(t, error).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Banner>
    )
  return data ? (
    <PlanView plan={data} words={planWords(t)} takeFocus={false} />
  ) : (
    <Spinner label={t('common.loading')} />
  )
}
