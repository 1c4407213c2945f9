import { loadScript } from '../app/script'
import type { Answer, BotCheckAction } from './botAnswer'

/** Bot checks made by others, each with its own script and its own idea of how long an answer is good. */

interface Recaptcha {
  ready: (work: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

interface Turnstile {
  render: (
    place: HTMLElement,
    options: {
      sitekey: string
      action: string
      appearance: 'interaction-only'
      callback: (answer: string) => void
      'error-callback': (code: string) => void
    },
  ) => string
  remove: (widget: string) => void
}

declare global {
  var grecaptcha: Recaptcha | undefined
  var turnstile: Turnstile | undefined
}

/** Milliseconds; the services say two and five minutes. */
const RECAPTCHA_LIFE = 120_000
const TURNSTILE_LIFE = 300_000

async function recaptcha(siteKey: string, action: BotCheckAction): Promise<Answer> {
  await loadScript(`https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`)
  const service = globalThis.grecaptcha
  if (!service) throw new Error('reCAPTCHA did not start')
  await new Promise<void>((resolve) => service.ready(resolve))
  // It takes no dash in the name of an action; the server knows.
  const text = await service.execute(siteKey, { action: action.replaceAll('-', '_') })
  return { text, expires: Date.now() + RECAPTCHA_LIFE }
}

async function turnstile(siteKey: string, action: BotCheckAction): Promise<Answer> {
  await loadScript('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit')
  const service = globalThis.turnstile
  if (!service) throw new Error('Turnstile did not start')
  // Seen only by somebody whom it asks to do something.
  const place = document.body.appendChild(document.createElement('div'))
  let widget = ''
  try {
    const text = await new Promise<string>((resolve, reject) => {
      widget = service.render(place, {
        sitekey: siteKey,
        action,
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': (code) => reject(new Error(`Turnstile failed: ${code}`)),
      })
    })
    return { text, expires: Date.now() + TURNSTILE_LIFE }
  } finally {
    if (widget) service.remove(widget)
    place.remove()
  }
}

const SERVICES: Record<string, typeof recaptcha | undefined> = { recaptcha, turnstile }

/** The answer of the service of that name. Throws when it has none, or when there is no such service. */
export function askService(kind: string, siteKey: string, action: BotCheckAction): Promise<Answer> {
  const service = SERVICES[kind]
  return service ? service(siteKey, action) : Promise.reject(new Error(`No bot check is called ${kind}`))
}
