import { defineActs } from '../kit/act/defineActs'
import { protocolText, type Ticket } from './ticket'

/** Where a ticket of customer service can go. */
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
    answer: {
      command: 'cases:service:answer',
      title: 'cases.acts.first_answer',
      submit: 'cases.acts.first_answer',
    },
    work: {
      command: 'cases:service:work',
      title: 'cases.acts.work',
      submit: 'cases.acts.work',
      text: 'cases.acts.take_text',
    },
    wait: { command: 'cases:service:wait', title: 'cases.acts.wait', submit: 'cases.acts.wait' },
    resolve: {
      command: 'cases:service:resolve',
      title: 'cases.acts.resolve',
      submit: 'cases.acts.resolve',
      text: 'cases.acts.resolve_text',
    },
    close: {
      command: 'cases:service:close',
      title: 'cases.acts.close',
      submit: 'cases.acts.close',
      text: 'cases.acts.close_text',
    },
    reopen: {
      command: 'cases:service:reopen',
      title: 'cases.acts.reopen',
      submit: 'cases.acts.reopen',
      text: 'cases.acts.reopen_text',
    },
    escalate: {
      command: 'cases:service:escalate',
      title: 'cases.acts.escalate',
      submit: 'cases.acts.escalate',
      text: 'cases.acts.escalate_text',
    },
    note: { command: 'cases:service:note', title: 'cases.acts.note', submit: 'cases.acts.save' },
    rate: {
      command: 'cases:service:rate',
      title: 'cases.acts.rate',
      submit: 'cases.acts.save',
      text: 'cases.acts.rate_text',
    },
    ask_history: {
      command: 'cases:service:ask_history',
      title: 'cases.acts.ask_history',
      submit: 'cases.acts.ask_history',
      text: 'cases.acts.ask_history_text',
    },
    history_sent: {
      command: 'cases:service:history_sent',
      title: 'cases.acts.history_sent',
      submit: 'cases.acts.history_sent',
      text: 'cases.acts.history_sent_text',
    },
  },
)
