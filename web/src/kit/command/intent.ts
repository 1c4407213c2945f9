import { newCommandKey } from '../../app/calls'

/**
 * The idempotency key of what a person means to do. It is kept over every retry of the same input, so that the server does
 * it once even when an answer was lost; another input, or a new wish after a success, gets a new key.
 */
export interface Intent {
  keyFor: (input: unknown) => string
  done: () => void
}

export function newIntent(makeKey: () => string = newCommandKey): Intent {
  let meant: string | null = null
  let key = ''
  return {
    keyFor(input) {
      const text = JSON.stringify(input)
      if (text !== meant) {
        meant = text
        key = makeKey()
      }
      return key
    },
    done() {
      meant = null
    },
  }
}
