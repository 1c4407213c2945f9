import { type ActTools, defineActs } from '../../kit/act/defineActs'
import type { Values } from '../../kit/command/schema'
import { planWords } from '../pix'

interface Given {
  id: string
  /** Fields that are filled in already. */
  initial?: Values
}

const recurrence = ({ t, language }: ActTools) => planWords(t, language, 'recurrence_status')
const charge = ({ t, language }: ActTools) => planWords(t, language, 'charge_status')

/** What can be done with one recurrence, or with one charge of it. */
export const ACTS = defineActs<Given>()(
  { texts: ['pix'], initial: ({ initial }) => initial },
  {
    recurrence_cancel: {
      command: 'pix:recurrence:cancel',
      title: 'pix.recurrence_cancel.title',
      submit: 'pix.recurrence_cancel.submit',
      text: 'pix.recurrence_cancel.text',
      done: 'pix.recurrence_cancel.done',
      fields: 'pix.recurrence_cancel',
      danger: true,
      plan: recurrence,
    },
    renew_code: {
      command: 'pix:recurrence:renew_code',
      title: 'pix.renew_code.title',
      submit: 'pix.renew_code.submit',
      text: 'pix.renew_code.text',
      done: 'pix.renew_code.done',
      fields: 'pix.renew_code',
      danger: true,
      plan: recurrence,
    },
    start: {
      command: 'pix:recurrence:change',
      title: 'pix.start.title',
      submit: 'pix.start.submit',
      text: 'pix.start.text',
      done: 'pix.start.done',
      fields: 'pix.start',
      plan: recurrence,
    },
    request: {
      command: 'pix:request:create',
      title: 'pix.request.title',
      submit: 'pix.request.submit',
      text: 'pix.request.text',
      done: 'pix.request.done',
      fields: 'pix.request',
      plan: recurrence,
    },
    request_cancel: {
      command: 'pix:request:cancel',
      title: 'pix.request_cancel.title',
      submit: 'pix.request_cancel.submit',
      text: 'pix.request_cancel.text',
      done: 'pix.request_cancel.done',
      fields: 'pix.request_cancel',
      danger: true,
      plan: recurrence,
    },
    charge: {
      command: 'pix:charge:create',
      title: 'pix.charge.title',
      submit: 'pix.charge.submit',
      text: 'pix.charge.text',
      done: 'pix.charge.done',
      fields: 'pix.charge',
      plan: charge,
    },
    charge_cancel: {
      command: 'pix:charge:cancel',
      title: 'pix.charge_cancel.title',
      submit: 'pix.charge_cancel.submit',
      text: 'pix.charge_cancel.text',
      done: 'pix.charge_cancel.done',
      fields: 'pix.charge_cancel',
      danger: true,
      plan: charge,
    },
    retry: {
      command: 'pix:charge:retry',
      title: 'pix.retry.title',
      submit: 'pix.retry.submit',
      text: 'pix.retry.text',
      done: 'pix.retry.done',
      fields: 'pix.retry',
      plan: charge,
    },
    refund: {
      command: 'pix:refund:create',
      title: 'pix.refund.title',
      submit: 'pix.refund.submit',
      text: 'pix.refund.text',
      done: 'pix.refund.done',
      fields: 'pix.refund',
      plan: charge,
    },
  },
)
export default ACTS
