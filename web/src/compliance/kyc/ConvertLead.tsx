import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../app/api-types'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { type Lead, requestPath } from './kyc'
import { useReasons } from './OpenRequest'

/** Makes a request of a lead, which takes its checks along. */
export default function ConvertLead({ lead, onClose }: CommandProps & { lead: Lead }) {
  const t = useT('common', 'kit', 'kyc')
  const navigate = useNavigate()
  return (
    <CommandForm<components['schemas']['KycRequest']>
      command="kyc:lead:convert"
      ids={{ id: lead.id }}
      subject={{ thing: lead.name }}
      title={t('kyc.lead.convert')}
      submit={t('kyc.lead.convert')}
      texts="kyc.field"
      text={<p>{t('kyc.lead.convert_text')}</p>}
      options={{ reason: useReasons() }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: requestPath(id) })
      }}
      onClose={onClose}
    />
  )
}
