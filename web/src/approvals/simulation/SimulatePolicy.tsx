import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import type { PolicyRow } from '../approvals'
import { formOf, readPolicy } from '../policies/policyForm'
import { Simulation } from './Simulation'

/** Tries a saved policy on what was done. */
export default function SimulatePolicy({ policy, onClose }: CommandProps & { policy: PolicyRow }) {
  const t = useT('common', 'approvals')
  const read = readPolicy(formOf(policy), t)
  return (
    <DialogWindow
      title={t('approvals.simulation.title')}
      description={policy.name}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common.action.close')}</Button>}
    >
      {'input' in read && <Simulation policy={read.input} />}
    </DialogWindow>
  )
}
