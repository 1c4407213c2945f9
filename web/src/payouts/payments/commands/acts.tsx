import { defineActs } from '../../../kit/act/defineActs'
import { objectPath } from '../../../kit/record/objectPath'
import { paymentPath, planWords } from '../payment'

/** What can be done with a payment, by its id. */
export default defineActs<{ id: string }, { id: string }>()(
  { texts: ['payoutPayments', 'transfers', 'claims'], plan: ({ t, language }) => planWords(t, language) },
  {
    /** Only while the bank has not been asked for it. */
    cancel: {
      command: 'payouts:payment:cancel',
      title: 'payoutPayments.cancel.title',
      submit: 'payoutPayments.cancel.submit',
      text: 'payoutPayments.cancel.text',
      done: 'payoutPayments.cancel.done',
      danger: true,
    },
    /** What it was asked for is checked again: it may be put on hold instead. */
    send_now: {
      command: 'payouts:payment:send_now',
      title: 'payoutPayments.send_now.title',
      submit: 'payoutPayments.send_now.submit',
      text: 'payoutPayments.send_now.text',
      done: 'payoutPayments.send_now.done',
      fields: 'payoutPayments.field',
    },
    move_day: {
      command: 'payouts:payment:move_day',
      title: 'payoutPayments.move_day.title',
      submit: 'payoutPayments.move_day.submit',
      text: 'payoutPayments.move_day.text',
      done: 'payoutPayments.move_day.done',
      fields: 'payoutPayments.field',
      plan: ({ t, language }) => planWords(t, language, 'scheduled_for'),
    },
    retry: {
      command: 'payouts:payment:retry',
      title: 'payoutPayments.retry.title',
      submit: 'payoutPayments.retry.submit',
      text: 'payoutPayments.retry.text',
      fields: 'payoutPayments.field',
      after: (made, { go }) => go(paymentPath(made.id)),
    },
    hold: {
      command: 'payouts:payment:hold',
      title: 'payoutPayments.hold.title',
      submit: 'payoutPayments.hold.submit',
      text: 'payoutPayments.hold.text',
      done: 'payoutPayments.hold.done',
      fields: 'payoutPayments.field',
      initial: () => ({ hold_reason: 'risk', minutes: 30 }),
      options: (_, { t }) => ({
        hold_reason: ['risk', 'compliance', 'suspect'].map((value) => ({
          value,
          label: t(`payoutPayments.hold_reason.${value}`),
        })),
      }),
    },
    /** As the second person that a rule asks for. */
    agree: {
      command: 'payouts:payment:agree',
      title: 'payoutPayments.agree.title',
      submit: 'payoutPayments.agree.submit',
      text: 'payoutPayments.agree.text',
      done: 'payoutPayments.agree.done',
    },
    release: {
      command: 'payouts:payment:release',
      title: 'payoutPayments.release.title',
      submit: 'payoutPayments.release.submit',
      text: 'payoutPayments.release.text',
      done: 'payoutPayments.release.done',
      fields: 'payoutPayments.field',
    },
    reject: {
      command: 'payouts:payment:reject',
      title: 'payoutPayments.reject.title',
      submit: 'payoutPayments.reject.submit',
      text: 'payoutPayments.reject.text',
      done: 'payoutPayments.reject.done',
      fields: 'payoutPayments.field',
      danger: true,
    },
    /** Asks a payment back that was sent: what happened, and how much. */
    claim: {
      command: 'payouts:claim:open',
      title: 'claims.open.title',
      submit: 'claims.open.submit',
      text: 'claims.open.text',
      fields: 'claims.open',
      initial: () => ({ reason: 'fraud' }),
      options: (_, { t }) => ({
        reason: [
          { value: 'fraud', label: t('claims.reason.fraud') },
          { value: 'operational_flaw', label: t('claims.reason.operational_flaw') },
        ],
      }),
      plan: undefined,
      after: (claim, { go }) => go(objectPath('account:claim', claim.id) ?? '.'),
    },
    /** It moves no money: the bank is asked what became of its order. */
    ask_again: {
      command: 'payouts:payment:ask_again',
      title: 'payoutPayments.ask_again.title',
      submit: 'payoutPayments.ask_again.submit',
      text: 'payoutPayments.ask_again.text',
      done: 'payoutPayments.ask_again.done',
      plan: undefined,
    },
  },
)
