import { useCallback, useEffect, useRef, useState } from 'react'
import { addressOf } from '../app/calls'
import { config } from '../app/config'
import type { Answer, BotCheckAction } from './botAnswer'

/** `off` when the server asks for none. */
export type BotCheckState = 'off' | 'checking' | 'passed' | 'failed'

export interface BotCheck {
  state: BotCheckState
  /** Waits for the answer of this form and spends it; null when the check is off. Throws when it failed. */
  take: () => Promise<string | null>
  /** Begins a new one: after every refused try, because an answer counts once. */
  renew: () => void
}

const MARGIN = 5000

async function fetchAnswer(action: BotCheckAction): Promise<Answer> {
  const { kind, siteKey = '' } = config().botCheck
  if (kind !== 'altcha') return (await import('./services')).askService(kind, siteKey, action)
  const address = addressOf('/auth/bot-check/challenge')
  address.searchParams.set('action', action)
  const [response, { solve }] = await Promise.all([fetch(address), import('./solve')])
  if (!response.ok) throw new Error(`The bot check answered ${response.status}`)
  const challenge = await response.json()
  const { expiresAt } = challenge.parameters
  const expires = typeof expiresAt === 'number' ? expiresAt * 1000 : Number.POSITIVE_INFINITY
  return { text: await solve(challenge), expires }
}

/** Each form fetches its own check when it opens. */
export function useBotCheck(action: BotCheckAction): BotCheck {
  const off = config().botCheck.kind === 'none'
  const [state, setState] = useState<BotCheckState>(off ? 'off' : 'checking')
  const pending = useRef<Promise<Answer> | null>(null)

  const start = useCallback(() => {
    const own = fetchAnswer(action)
    pending.current = own
    own.then(
      () => pending.current === own && setState('passed'),
      (reason: unknown) => {
        if (pending.current !== own) return
        console.warn('The bot check failed', reason)
        setState('failed')
      },
    )
    return own
  }, [action])

  const renew = useCallback(() => {
    if (off) return
    setState('checking')
    void start()
  }, [off, start])

  useEffect(() => {
    if (off) return
    void start()
    return () => {
      pending.current = null
    }
  }, [off, start])

  const take = useCallback(async () => {
    if (off) return null
    const ready = await pending.current?.catch(() => null)
    if (ready && ready.expires > Date.now() + MARGIN) return ready.text
    // It failed before the person tried, or the form stood open for long: once more.
    setState('checking')
    return (await start()).text
  }, [off, start])

  return { state, take, renew }
}
