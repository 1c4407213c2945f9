import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../app/api-types'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { leadPath, optionsOf, SUBJECTS } from './kyc'

/** Adds somebody who wants to come in; a merchant brings its end users. */
export default function AddLead({ staff, onClose }: CommandProps & { staff: boolean }) {
  const t = useT('common', 'kit', 'kyc')
  const navigate = useNavigate()
  return (
    <CommandForm<components['schemas']['Lead']>
      command="kyc:lead:add"
      subject={staff ? { thing: t('kyc.leads.title') } : undefined}
      title={t('kyc.lead.add')}
      submit={t('kyc.lead.add')}
      texts="kyc.field"
      initial={{ kind: staff ? 'merchant' : 'end_user' }}
      options={{ kind: optionsOf(t, 'subject', staff ? SUBJECTS : ['end_user']) }}
      onDone={({ id }) => {
        onClose()
        void navigate({ to: leadPath(id) })
      }}
      onClose={onClose}
    />
  )
}
