import { useRef, useState } from 'react'
import { linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'

/** Does one thing at a time, however often it is pressed; what goes wrong is said in a toast. */
export function useAct(): { act: (work: () => Promise<unknown>) => void; busy: boolean } {
  const t = useT('common')
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } catch (reason) {
      showAlert('error', linesOf(t, reason))
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { act: (work) => void act(work), busy }
}
