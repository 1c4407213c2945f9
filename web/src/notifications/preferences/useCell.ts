import { useRef, useState } from 'react'
import { pause } from '../../app/pause'
import { queries } from '../../app/queries'
import type { Preference } from '../contract'
import { type PreferenceChange, putPreference } from '../server'
import { PREFERENCES_KEY } from './query'

export type Field = keyof PreferenceChange

export interface Cell<F extends Field> {
  /** What was chosen last, saved or not. */
  value: Preference[F]
  state: 'rest' | 'saving' | 'saved' | 'failed'
  failure: unknown
  choose: (value: Preference[F]) => void
  /** Sends again what could not be saved. */
  retry: () => void
}

/**
 * One cell of the matrix, saved as soon as it is changed. A change while another is on its way waits for it, and of several
 * only the last is sent: what stands there at the end is what the server has.
 */
export function useCell<F extends Field>(preference: Preference, field: F): Cell<F> {
  const [chosen, setChosen] = useState<{ value: Preference[F] } | null>(null)
  const [state, setState] = useState<Cell<F>['state']>('rest')
  const [failure, setFailure] = useState<unknown>(null)
  const wanted = useRef<{ value: Preference[F] } | null>(null)
  const busy = useRef(false)

  async function save(): Promise<void> {
    if (busy.current) return
    busy.current = true
    setState('saving')
    try {
      while (wanted.current) {
        const { value } = wanted.current
        wanted.current = null
        // One after the other on purpose: the later choice must arrive later.
        // oxlint-disable-next-line no-await-in-loop
        const saved = await putPreference(preference.kind, { [field]: value })
        keep(saved, field)
      }
      // The cache tells its readers a moment later; until then the old value would stand there.
      await pause(0)
      setChosen(null)
      setFailure(null)
      setState('saved')
    } catch (reason) {
      setFailure(reason)
      setState('failed')
    } finally {
      busy.current = false
    }
  }

  const choose = (value: Preference[F]) => {
    wanted.current = { value }
    setChosen({ value })
    void save()
  }
  return {
    value: chosen ? chosen.value : preference[field],
    state,
    failure,
    choose,
    retry: () => chosen && choose(chosen.value),
  }
}

/** Only this field of the answer: another cell of the row may have been saved since. */
function keep(saved: Preference, field: Field): void {
  queries.setQueriesData<Preference[]>({ queryKey: [PREFERENCES_KEY] }, (rows) =>
    rows?.map((row) => (row.kind === saved.kind ? { ...row, [field]: saved[field] } : row)),
  )
}
