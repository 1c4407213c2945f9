import * as v from 'valibot'
import { BANNER_ENVIRONMENTS } from './constants'

/** What the server says about itself at `/config.json`. Empty hosts mean the address that the page came from. */
const Config = v.object({
  apiHost: v.string(),
  authHost: v.string(),
  environment: v.picklist([...BANNER_ENVIRONMENTS, 'production']),
  /** `siteKey` names this installation at a bot check made by others. */
  botCheck: v.object({ kind: v.string(), siteKey: v.optional(v.string()) }),
  privacyUrl: v.optional(v.string(), ''),
  termsUrl: v.optional(v.string(), ''),
  /** Of the help centre; empty, and nobody is pointed to one. */
  helpUrl: v.optional(v.string(), ''),
  /** Domains of the provider's own people; only for marks in the analytics. */
  internalDomains: v.optional(v.array(v.string()), []),
  /** Domains whose sign-ins mark the browser. */
  internalCookieDomains: v.optional(v.array(v.string()), []),
  /** Services of others that are on: the id of each there. */
  outside: v.optional(
    v.object({
      tagManager: v.optional(v.string()),
      recording: v.optional(v.string()),
      errorReporting: v.optional(v.string()),
      remoteConfig: v.optional(v.object({ apiKey: v.string(), appId: v.string(), projectId: v.string() })),
    }),
    {},
  ),
})

export type Config = v.InferOutput<typeof Config>

let current: Config | null = null

/** Reads the settings of the server once; until it has answered, `config()` throws. */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`)
  current = v.parse(Config, await response.json())
  return current
}

export function setConfig(value: Config): void {
  current = value
}

export function config(): Config {
  if (!current) throw new Error('The settings of the server were read before they arrived')
  return current
}
