import { type Answer, answer, api, body } from '../../app/api'
import { type Translate, wordsOf } from '../../app/i18n'
import { may } from '../../app/permissions'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import type { PlanWords } from '../../kit/command/plan'
import { readAgain } from '../../kit/command/subjects'
import { AS_BODY } from '../../kit/files/Files'
import type { Status } from '../../kit/list/definition'
import { useRecord } from '../../kit/record/useRecord'

/** What two people of the provider say became of an order that no bank answers, and on what that is founded. */

export type EvidenceRecord = Answer<'/v1/payouts/payments/{id}/evidence', 'get'>
export type Evidence = EvidenceRecord['evidence'][number]

export const MAY_PROVE = ['payout::exception:decide']
export const SAYS = ['paid', 'not_paid'] as const

export const EVIDENCE_STATUSES: readonly Status[] = [
  { value: 'proposed', tone: 'atention', label: 'payoutEvidence.status.proposed' },
  { value: 'approved', tone: 'success', label: 'payoutEvidence.status.approved' },
  { value: 'refused', tone: 'error', label: 'payoutEvidence.status.refused' },
  { value: 'overtaken', tone: 'neutral', label: 'payoutEvidence.status.overtaken' },
]

export const wordOf = wordsOf('payoutEvidence')

/** Whether the person is one of the provider's who may end an order by evidence: nobody else is told of any. */
export const useMayProve = () =>
  useStore(authentication, ({ internal_user }) => internal_user) && may(MAY_PROVE)

/** All evidence of a payment. While something waits for a second person it is read again. */
export const useEvidence = (id: string) =>
  useRecord(
    'payouts.evidence',
    id,
    (signal) => body(api.GET('/v1/payouts/payments/{id}/evidence', { params: { path: { id } }, signal })),
    ({ evidence }) => evidence.some(({ status }) => status === 'proposed'),
  )

/** Attaches a letter of the bank. */
export async function attachLetter(id: string, file: File) {
  const { data } = await answer(
    api.POST('/v1/payouts/payments/{id}/evidence/files', {
      params: { path: { id }, query: { name: file.name } },
      body: file as never,
      ...AS_BODY,
    }),
  )
  readAgain('payouts:evidence:propose')
  return data
}

/** Words of a plan: the payment's state and the evidence's. */
export function planWords(t: Translate): PlanWords {
  return {
    field: (field) => (field === 'payout' || field === 'evidence' ? wordOf(t, 'plan', field) : null),
    value: (field, value) => {
      if (value === null || typeof value === 'object') return '—'
      return field === 'payout'
        ? t(`payoutPayments.status.${String(value)}` as 'payoutPayments.status.done')
        : wordOf(t, 'status', String(value))
    },
  }
}
