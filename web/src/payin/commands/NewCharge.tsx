import { useNavigate } from '@tanstack/react-router'
import { useT } from '../../app/i18n'
import { queries } from '../../app/queries'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { type Charge, recordPath } from '../charge'
import { checkCharge, EXPIRIES } from './chargeForm'

/** Asks somebody for a payment: an amount, and as much about it as is known. */
export default function NewCharge({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'payin')
  const navigate = useNavigate()
  const expiries = EXPIRIES.map(({ key, seconds }) => ({
    value: String(seconds),
    label: t(`payin.expiry.${key}`),
  }))
  return (
    <CommandForm<Charge>
      command="payin:charge:create"
      title={t('payin.new.title')}
      submit={t('payin.new.submit')}
      texts="payin.new"
      options={{ expires_in: expiries }}
      check={checkCharge}
      onDone={(charge) => {
        onClose()
        void queries.invalidateQueries({ queryKey: ['list'] })
        void navigate({ to: recordPath(charge.id) })
      }}
      onClose={onClose}
    />
  )
}
