import { type RefObject, useRef, useState } from 'react'
import { pause } from '../app/pause'
import type { BotCheckAction } from './botAnswer'
import { type BotCheckState, useBotCheck } from './botCheck'
import type { Message } from './message'

export interface Try<T> {
  /** The first field that is wrong: it gets the keyboard, and nothing is sent. */
  wrong?: RefObject<HTMLElement | null> | null
  /** Milliseconds that pass at least before the call goes out. */
  delay?: number
  send: (botAnswer: string | null) => Promise<T>
  /** What to say when it was refused. */
  refused: (failure: unknown) => Message
}

export interface Attempt {
  step: 'idle' | 'awaiting' | 'done'
  /** Whether the person has tried: what is wrong with the fields is said only then. */
  tried: boolean
  message: Message | null
  botCheck: BotCheckState
  /** Tries; null when it did not happen or was refused. One try at a time. */
  run: <T>(next: Try<T>) => Promise<{ value: T } | null>
  say: (message: Message | null) => void
  finish: (message?: Message) => void
}

/** The life of a form of this area: idle → awaiting → done, or back to idle with a message and a new bot check. */
export function useAttempt(action: BotCheckAction): Attempt {
  const [step, setStep] = useState<Attempt['step']>('idle')
  const [tried, setTried] = useState(false)
  const [message, setMessage] = useState<Message | null>(null)
  const botCheck = useBotCheck(action)
  // Two presses may come before the first has been drawn.
  const running = useRef(false)

  async function run<T>({ wrong, delay, send, refused }: Try<T>) {
    if (running.current) return null
    setTried(true)
    setMessage(null)
    if (wrong) {
      wrong.current?.focus()
      return null
    }
    running.current = true
    setStep('awaiting')
    try {
      const [botAnswer] = await Promise.all([botCheck.take(), delay ? pause(delay) : null])
      return { value: await send(botAnswer) }
    } catch (failure) {
      setMessage(refused(failure))
      running.current = false
      setStep('idle')
      botCheck.renew()
      return null
    }
  }

  const finish = (last?: Message) => {
    setStep('done')
    if (last) setMessage(last)
  }
  return { step, tried, message, botCheck: botCheck.state, run, say: setMessage, finish }
}
