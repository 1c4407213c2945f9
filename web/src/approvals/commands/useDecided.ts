import { useT } from '../../app/i18n'
import type { Decided } from '../approvals'
import { useRefresh } from '../useRefresh'
import { announceOutcome } from './announceOutcome'

/** What follows a decision: the window closes, the person is told what became of it, and what it changed is read again. */
export function useDecided(onClose: () => void): (decided: Decided) => void {
  const t = useT('approvals')
  const refresh = useRefresh()
  return (decided) => {
    onClose()
    announceOutcome(t, decided)
    refresh()
  }
}
