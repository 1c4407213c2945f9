import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../../app/i18n'
import { refreshTables } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandForm } from '../../../kit/command/CommandForm'
import { objectPath } from '../../../kit/record/objectPath'

const REASONS = ['fraud', 'operational_flaw']

/** Asks a Pix back that was sent: what happened, and how much. */
export default function ContestTransfer({ id, onClose }: CommandProps & { id: string }) {
  const t = useT('common', 'kit', 'claims')
  const navigate = useNavigate()
  return (
    <CommandForm<{ id: string }>
      command="account:claim:open"
      ids={{ id }}
      title={t('claims.open.title')}
      submit={t('claims.open.submit')}
      texts="claims.open"
      text={<p>{t('claims.open.text')}</p>}
      initial={{ reason: 'fraud' }}
      options={{ reason: REASONS.map((value) => ({ value, label: t(`claims.reason.${value}`) })) }}
      onDone={(claim) => {
        onClose()
        refreshTables()
        void navigate({ to: objectPath('account:claim', claim.id) ?? '.' })
      }}
      onClose={onClose}
    />
  )
}
