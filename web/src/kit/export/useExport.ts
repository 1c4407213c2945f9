import { useRef, useState } from 'react'
import { newIntent } from '../command/intent'
import type { ListPath } from '../list/definition'
import { askExport, downloadList, fitsAddress, tooMany, type Wanted } from './server'

export interface ExportRun {
  start: (wanted: Wanted) => void
  pending: boolean
  failure: unknown
  /** The export that the worker prepares, when the list was too long for a file at once. */
  prepared: string | null
}

/** Gets a list as a file: at once, or by an export that is prepared. One at a time, however often it is pressed. */
export function useExport(path: ListPath, name: string, onDone: () => void): ExportRun {
  const [intent] = useState(() => newIntent())
  const running = useRef(false)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [prepared, setPrepared] = useState<string | null>(null)

  const start = async (wanted: Wanted) => {
    if (running.current) return
    running.current = true
    setPending(true)
    setFailure(null)
    try {
      const whole = await now(path, wanted)
      if (whole) onDone()
      else {
        const header = { 'Idempotency-Key': intent.keyFor(wanted) }
        setPrepared((await askExport(name, wanted, header)).data.id)
        intent.done()
      }
    } catch (reason) {
      setFailure(reason)
    } finally {
      running.current = false
      setPending(false)
    }
  }
  return { start: (wanted) => void start(wanted), pending, failure, prepared }
}

/** False: there are too many rows for that. */
async function now(path: ListPath, wanted: Wanted): Promise<boolean> {
  if (!fitsAddress(wanted)) return false
  try {
    await downloadList(path, wanted)
    return true
  } catch (reason) {
    if (tooMany(reason) === null) throw reason
    return false
  }
}
