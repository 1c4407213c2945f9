// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')

/** What every section may use. */
const COMMON = ['app', 'kit', 'ui']
/** Of the others, who uses more, and what. Everything else may use what is common and itself. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  // The frame holds the bell, the palette and the warning of the sensitive person.
  shell: ['profile', 'notifications', 'palette'],
  palette: ['shell', 'payin'],
  profile: ['shell', 'signin'],
  notifications: ['profile'],
  // A recurrence makes charges, and shows theirs.
  pix: ['payin'],
}
/** Loads the sections when their address is opened. */
const ABOVE = new Set(['routes.tsx', 'routes.ts'])

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|test-area/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
}

function sectionsUsed(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  return [...found].map((match) => relative(src, join(file, '..', match[1] ?? '')).split('/')[0] ?? '')
}

it('has sections that do not know each other', () => {
  const wrong: string[] = []
  const sections = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of sections) {
    const allowed = new Set([name, ...(name === 'ui' ? ['app'] : COMMON), ...(MORE[name] ?? [])])
    for (const file of files(join(src, name)).filter(
      (path) => !ABOVE.has(relative(join(src, 'app'), path)),
    )) {
      for (const used of sectionsUsed(file))
        if (!allowed.has(used)) wrong.push(`${relative(src, file)} uses ${used}`)
    }
  }
  expect(sections.length).toBeGreaterThan(15)
  expect(wrong).toEqual([])
})

const imported = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, name = '']) =>
    [`${name}.ts`, `${name}.tsx`].map((ending) => join(file, '..', ending)),
  )

it('has no file that needs itself by way of another, also for a type or when it is opened', () => {
  const left = new Map(files(src).map((file) => [file, new Set(imported(file))]))
  for (const uses of left.values()) for (const each of uses) if (!left.has(each)) uses.delete(each)
  // Whoever needs nobody more is done, and nobody needs it more.
  for (let done: string[] | null = null; done?.length !== 0; ) {
    done = [...left].flatMap(([file, uses]) => (uses.size === 0 ? [file] : []))
    for (const file of done) left.delete(file)
    for (const uses of left.values()) for (const file of done) uses.delete(file)
  }
  expect([...left.keys()].map((file) => relative(src, file))).toEqual([])
})
