import { LANGUAGES } from '../../app/constants'
import type { ListDefinition } from '../list/definition'

/** The words of a list in every language: people write in theirs, whichever one the screens are in. */

export type Labels = (key: string) => readonly string[]

const loads = new Map<string, Promise<unknown>>()

/** The keys of the texts that a sentence may name. */
export function namedBy<Row>({ status, choices, columns }: ListDefinition<Row>): string[] {
  return [
    ...(status?.values ?? []).map(({ label }) => label),
    ...(choices ?? []).flatMap(({ options }) => options.map(({ label }) => label)),
    ...columns.map(({ title }) => title),
  ]
}

const namespaceOf = (key: string) => key.slice(0, key.indexOf('.'))

/** Fetches the namespaces of these keys in all languages, each once; one that does not come is done without. */
export function loadLabels(keys: readonly string[]): Promise<Labels> {
  const namespaces = [...new Set(keys.filter((key) => /^\w+\.\w/.test(key)).map(namespaceOf))].toSorted()
  const name = namespaces.join()
  const load = (loads.get(name) as Promise<Labels> | undefined) ?? fetchAll(namespaces)
  loads.set(name, load)
  return load
}

async function fetchAll(namespaces: readonly string[]): Promise<Labels> {
  const there = new Map<string, unknown>()
  await Promise.all(
    LANGUAGES.flatMap((language) =>
      namespaces.map(async (namespace) => {
        const answer = await fetch(`/locales/${language}/${namespace}.json?v=${__LOCALES_VERSION__}`).catch(
          () => null,
        )
        if (answer?.ok) there.set(`${language}.${namespace}`, await answer.json())
      }),
    ),
  )
  return (key) => {
    const [namespace, ...path] = key.split('.')
    const found = LANGUAGES.flatMap((language) => {
      const text = path.reduce<unknown>(stepInto, there.get(`${language}.${namespace}`))
      return typeof text === 'string' ? [text] : []
    })
    // A label that is no key is a word of its own.
    return found.length || /^\w+\.\w/.test(key) ? found : [key]
  }
}

const stepInto = (within: unknown, name: string): unknown =>
  typeof within === 'object' && within ? Reflect.get(within, name) : undefined
