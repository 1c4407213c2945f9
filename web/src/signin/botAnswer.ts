export type BotCheckAction = 'login' | 'login-2fa' | 'forgot' | 'confirm'

export interface Answer {
  text: string
  /** Milliseconds since the epoch. */
  expires: number
}
