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
