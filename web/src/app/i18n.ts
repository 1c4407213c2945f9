import i18next, { type i18n } from 'i18next'
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend'
import { use, useMemo, useSyncExternalStore } from 'react'
import { DEFAULT_LANGUAGE, LANGUAGES, TEXT_RETRIES, TEXT_RETRY_DELAY } from './constants'
import * as storage from './storage'

export type Language = (typeof LANGUAGES)[number]
export type Values = Record<string, string | number>
/** Looks a text up by its full name: namespace, dot, key (`login.required_field`). */
export type Translate = (key: string, values?: Values) => string

export const texts: i18n = i18next.createInstance()

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language)
}

export function storedLanguage(): Language | null {
  const stored = storage.read('language')
  return isLanguage(stored) ? stored : null
}

/** Starts with the stored language, or English, and waits for the given namespaces. */
export async function startTexts(namespaces: string[]): Promise<void> {
  await texts.use(HttpBackend).init<HttpBackendOptions>({
    lng: storedLanguage() ?? DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: LANGUAGES,
    ns: namespaces,
    defaultNS: 'common',
    maxRetries: TEXT_RETRIES,
    retryTimeout: TEXT_RETRY_DELAY,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnEmptyString: false,
    backend: {
      loadPath: '/locales/{{lng}}/{{ns}}.json',
      queryStringParams: { v: __LOCALES_VERSION__ },
    },
  })
  markDocument()
}

function markDocument(): void {
  document.documentElement.lang = texts.language === 'pt' ? 'pt-BR' : 'en'
}

export function language(): Language {
  return isLanguage(texts.language) ? texts.language : DEFAULT_LANGUAGE
}

/** Loads every namespace in use in the new language, then switches all texts at once. */
export async function changeLanguage(next: Language): Promise<void> {
  storage.write('language', next)
  if (next === texts.language) return
  await texts.changeLanguage(next)
  markDocument()
}

/** `common.field_required` → the text of key `field_required` in namespace `common`; an unknown name comes back as it is. */
export const translate: Translate = (key, values) => textIn(texts.language, key, values)

function textIn(lng: string, key: string, values?: Values): string {
  const [namespace, ...path] = key.split('.')
  // Nearly every text is a plain one, and a screen reads hundreds: those are taken from where they lie.
  if (!values) {
    const plain = path.reduce<unknown>(stepInto, texts.store?.data[lng]?.[namespace!])
    if (typeof plain === 'string' && !/\{\{|\$t\(/.test(plain)) return plain
  }
  return texts.t(path.join('.'), { ns: namespace, defaultValue: key, lng, ...values })
}

const stepInto = (within: unknown, name: string): unknown =>
  typeof within === 'object' && within ? Reflect.get(within, name) : undefined

/** Whether a text of that name stands in the person's language or in the fallback. */
export function hasText(key: string): boolean {
  const dot = key.indexOf('.')
  return texts.exists(key.slice(dot + 1), { ns: key.slice(0, dot) })
}

/**
 * `wordsOf('payin')(t, 'status', 'paid')`: the text of a name that the server gives, or the name itself when it is newer than
 * this page.
 */
export const wordsOf =
  (namespace: string) =>
  (t: Translate, group: string, name: string): string => {
    const key = `${namespace}.${group}.${name.replaceAll(/[.:]+/g, '_')}`
    return hasText(key) ? t(key) : name
  }

const loads = new Map<string, Promise<unknown>>()

/** Marked as React marks a promise that it has seen kept, so that nothing waits for it. */
const THERE = Object.assign(Promise.resolve(), { status: 'fulfilled' as const, value: undefined })

/** Fetches namespaces ahead of the screen that reads them; a failure is left to the screen, which then shows the names. */
export function loadTexts(...namespaces: string[]): Promise<unknown> {
  const missing = namespaces.filter((name) => !texts.hasLoadedNamespace(name)).toSorted()
  if (missing.length === 0) return THERE
  const key = missing.join()
  let load = loads.get(key)
  if (!load) {
    load = texts.loadNamespaces(missing).finally(() => loads.delete(key))
    loads.set(key, load)
  }
  return load
}

function onLanguage(listener: () => void): () => void {
  texts.on('languageChanged', listener)
  return () => texts.off('languageChanged', listener)
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, language)
}

/** The translator for a component. Waits (suspends) until the named namespaces are there, and follows the language. */
export function useT(...namespaces: string[]): Translate {
  const current = useLanguage()
  // Also when they are there: React takes a component that waited and no longer calls this for a broken one.
  use(loadTexts(...namespaces))
  // A new function for a new language, so that what is memoised on it is made again.
  return useMemo<Translate>(() => (key, values) => textIn(current, key, values), [current])
}
