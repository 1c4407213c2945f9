import { defineActs } from '../kit/act/defineActs'
import { OUTCOMES, optionsOf, protocolText, type Ticket } from './ticket'

/** Where a ticket of the ombudsman can go. */
export default defineActs<{ ticket: Pick<Ticket, 'id' | 'protocol' | 'requester_name'> }>()(
  {
    texts: ['cases'],
    ids: ({ ticket }) => ({ id: ticket.id }),
    subject: ({ ticket }) => ({ thing: protocolText(ticket.protocol) }),
    values: ({ ticket }) => ({
      protocol: protocolText(ticket.protocol),
      name: ticket.requester_name,
    }),
    fields: 'cases.acts.fields',
  },
  {
    take: {
      command: 'cases:ombudsman:take',
      title: 'cases.acts.take',
      submit: 'cases.acts.take',
      text: 'cases.acts.take_text',
    },
    ask_area: {
      command: 'cases:ombudsman:ask_area',
      title: 'cases.acts.ask_area',
      submit: 'cases.acts.ask_area',
      text: 'cases.acts.ask_area_text',
    },
    area_answered: {
      command: 'cases:ombudsman:area_answered',
      title: 'cases.acts.area_answered',
      submit: 'cases.acts.save',
    },
    extend: {
      command: 'cases:ombudsman:extend',
      title: 'cases.acts.extend',
      submit: 'cases.acts.extend',
      text: 'cases.acts.extend_text',
    },
    answer: {
      command: 'cases:ombudsman:answer',
      title: 'cases.acts.answer',
      submit: 'cases.acts.answer_submit',
      text: 'cases.acts.answer_text',
      fields: 'cases.acts.letter',
      options: (_, { t }) => ({ outcome: optionsOf(t, 'outcome', OUTCOMES) }),
    },
    close: {
      command: 'cases:ombudsman:close',
      title: 'cases.acts.close',
      submit: 'cases.acts.close',
      text: 'cases.acts.close_text',
    },
    reopen: {
      command: 'cases:ombudsman:reopen',
      title: 'cases.acts.reopen',
      submit: 'cases.acts.reopen',
      text: 'cases.acts.reopen_text',
    },
    withdraw: {
      command: 'cases:ombudsman:withdraw',
      title: 'cases.acts.withdraw',
      submit: 'cases.acts.withdraw',
      text: 'cases.acts.withdraw_text',
      danger: true,
    },
    redirect: {
      command: 'cases:ombudsman:redirect',
      title: 'cases.acts.redirect',
      submit: 'cases.acts.redirect',
      text: 'cases.acts.redirect_text',
    },
    note: { command: 'cases:ombudsman:note', title: 'cases.acts.note', submit: 'cases.acts.save' },
    rate: {
      command: 'cases:ombudsman:rate',
      title: 'cases.acts.rate',
      submit: 'cases.acts.save',
      text: 'cases.acts.rate_text',
    },
  },
)
