import type { ComponentProps } from 'react'
import { useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { MAY_WRITE, type Ticket } from './ticket'

const ombudsman = lazyDialog(() => import('./ombudsmanActs'))
const service = lazyDialog(() => import('./serviceActs'))

type OmbudsmanAct = ComponentProps<typeof ombudsman.Dialog>['what']
type ServiceAct = ComponentProps<typeof service.Dialog>['what']

/** The act that carries a ticket on comes last and is the strong one. */
const OMBUDSMAN: Record<string, readonly OmbudsmanAct[]> = {
  opened: ['note', 'extend', 'withdraw', 'redirect', 'take'],
  analysing: ['note', 'extend', 'withdraw', 'ask_area', 'answer'],
  waiting_area: ['note', 'extend', 'withdraw', 'area_answered'],
  answered: ['note', 'rate', 'reopen', 'close'],
  closed: ['rate', 'reopen'],
}
const SERVICE: Record<string, readonly ServiceAct[]> = {
  opened: ['note', 'escalate', 'resolve', 'answer'],
  first_answered: ['note', 'escalate', 'wait', 'work', 'resolve'],
  working: ['note', 'escalate', 'wait', 'resolve'],
  waiting_client: ['note', 'escalate', 'resolve', 'work'],
  resolved: ['note', 'rate', 'reopen', 'escalate', 'close'],
  closed: ['rate', 'escalate', 'reopen'],
}

/** What this person can do with the ticket as it is now. */
export function TicketActions({ ticket }: { ticket: Ticket }) {
  return ticket.kind === 'ombudsman' ? <OfOmbudsman ticket={ticket} /> : <OfService ticket={ticket} />
}

function OfOmbudsman({ ticket }: { ticket: Ticket }) {
  const t = useT('cases')
  const acts = (OMBUDSMAN[ticket.state] ?? []).filter(
    (act) =>
      (act !== 'extend' || ticket.may_extend) &&
      (act !== 'redirect' || (ticket.earlier_id === null && !isOfficial(ticket))),
  )
  return acts.map((what, index) => (
    <CommandButton
      key={what}
      dialog={ombudsman}
      given={{ ticket, what }}
      permissions={MAY_WRITE}
      anyMerchant
      variant={index === acts.length - 1 ? 'primary' : 'secondary'}
    >
      {t(`cases.acts.${what}`)}
    </CommandButton>
  ))
}

function OfService({ ticket }: { ticket: Ticket }) {
  const t = useT('cases')
  const history: ServiceAct =
    ticket.history_due_on && !ticket.history_sent_at ? 'history_sent' : 'ask_history'
  const acts = [history, ...(SERVICE[ticket.state] ?? [])]
  return acts.map((what, index) => (
    <CommandButton
      key={what}
      dialog={service}
      given={{ ticket, what }}
      permissions={MAY_WRITE}
      anyMerchant
      variant={index === acts.length - 1 && acts.length > 1 ? 'primary' : 'secondary'}
    >
      {t(what === 'answer' ? 'cases.acts.first_answer' : `cases.acts.${what}`)}
    </CommandButton>
  ))
}

const isOfficial = ({ channel }: Ticket) => ['rdr', 'procon', 'court'].includes(channel)
