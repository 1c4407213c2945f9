import { useNavigate } from '@tanstack/react-router'
import type { components } from '../app/api-types'
import { useT } from '../app/i18n'
import type { CommandProps } from '../kit/command/CommandButton'
import { CommandForm } from '../kit/command/CommandForm'
import {
  CHANNELS,
  type Kind,
  MATTERS,
  OFFICIAL,
  optionsOf,
  PRIORITIES,
  PRODUCTS,
  SUBJECTS,
  ticketPath,
} from './ticket'

export interface OpenTicketProps extends CommandProps {
  kind: Kind
}

/** Who brings what, through which channel; its protocol comes at once. */
export default function OpenTicket({ kind, onClose }: OpenTicketProps) {
  const t = useT('common', 'kit', 'cases')
  const navigate = useNavigate()
  const official: readonly string[] = OFFICIAL
  const channels = kind === 'ombudsman' ? CHANNELS : CHANNELS.filter((each) => !official.includes(each))
  return (
    <CommandForm<components['schemas']['Ticket']>
      command={kind === 'ombudsman' ? 'cases:ombudsman:open' : 'cases:service:open'}
      subject={{ thing: t(kind === 'ombudsman' ? 'cases.ombudsman.title' : 'cases.service.title') }}
      title={t(kind === 'ombudsman' ? 'cases.open.ombudsman' : 'cases.open.service')}
      submit={t('cases.open.submit')}
      texts="cases.open"
      initial={{ channel: 'phone', matter: 'complaint', priority: 'normal' }}
      options={{
        channel: optionsOf(t, 'channel', channels),
        matter: optionsOf(t, 'matter', MATTERS),
        subject: optionsOf(t, 'subject', SUBJECTS),
        product: optionsOf(t, 'product', PRODUCTS),
        priority: optionsOf(t, 'priority', PRIORITIES),
      }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: ticketPath(kind, id) })
      }}
      onClose={onClose}
    />
  )
}
