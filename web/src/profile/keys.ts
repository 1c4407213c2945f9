import { queries } from '../app/queries'
import { ME } from '../viewer/me'

/** Keys of the queries of these screens. */
export const RECOVERY = ['recovery-codes'] as const
export const PASSKEYS = ['passkeys'] as const
export const SESSIONS = ['own-sessions'] as const

/** A factor was added or removed: what the person may do now, and what these screens show of it, is asked for again. */
export async function refreshFactors(): Promise<void> {
  await Promise.all(
    [ME, RECOVERY, PASSKEYS, SESSIONS].map((queryKey) => queries.refetchQueries({ queryKey })),
  )
}
