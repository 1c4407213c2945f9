import { useT } from '../../app/i18n'
import type { Decided } from '../approvals'
import { announceOutcome } from './announceOutcome'

/** What follows a decision: the window closes, the person is told what became of it. */
export function useDecided(onClose: () => void): (decided: Decided) => void {
  const t = useT('approvals')
  return (decided) => {
    onClose()
    announceOutcome(t, decided)
  }
}
