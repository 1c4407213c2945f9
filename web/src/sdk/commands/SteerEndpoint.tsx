import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { refresh } from '../refresh'
import { type Steered, WEBHOOKS_PATH } from '../sdk'

export type SteerAction = 'enable' | 'disable' | 'remove' | 'test'

export interface SteerProps extends CommandProps {
  endpoint: Steered
}

/** Switches an endpoint on or off, tries it, or takes it away. */
export function SteerEndpoint({ endpoint, action, onClose }: SteerProps & { action: SteerAction }) {
  const t = useT('common', 'kit', 'sdk')
  const navigate = useNavigate()
  return (
    <CommandForm
      command={`hooks:endpoint:${action}`}
      ids={{ id: endpoint.id }}
      title={t(`sdk.${action}.title`)}
      submit={t(`sdk.${action}.submit`)}
      danger={action === 'remove'}
      subject={{ thing: endpoint.url }}
      texts="sdk.field"
      text={<p>{t(`sdk.${action}.text`)}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t(`sdk.${action}.done`))
        if (action === 'remove') void navigate({ to: WEBHOOKS_PATH })
        refresh()
      }}
      onClose={onClose}
    />
  )
}
