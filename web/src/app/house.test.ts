// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')

/** What every section may use. */
const COMMON = ['app', 'ui', 'kit']
/** Who may use what instead: what lies below the sections. */
const LOWER: Readonly<Record<string, readonly string[]>> = {
  app: [],
  ui: ['app'],
  kit: ['app', 'ui'],
  // Who looks, at which merchant, in which language, and the screens there are for them.
  viewer: ['app'],
}
/** Of the sections, who uses more, and what. Everything else may use what is common and itself. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  // The frame holds the bell, the palette and the warning of the sensitive person.
  shell: ['profile', 'notifications', 'palette', 'viewer'],
  palette: ['payin', 'viewer'],
  profile: ['signin', 'viewer'],
  notifications: ['profile'],
  // Versions of rules are written, agreed to and listed in one way.
  payin: ['rules'],
  // Its processors and return files look like those of pay-in.
  payouts: ['payin', 'returns', 'rules'],
  // A withdrawal is a payout: what two people say of its order stands with it.
  account: ['payouts'],
  // Statements are sent as return files are.
  conciliation: ['returns'],
  // A recurrence makes charges, and shows theirs.
  pix: ['payin'],
  // A request of KYC shows the company that it is about.
  compliance: ['companies'],
  // Everything of one payer: charges, disputes and recurrences as their sections list them.
  payers: ['payin', 'pix'],
}
/** Stands around every page, and loads the sections when their address is opened. */
const ABOVE = 'root'

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|test-area/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
}

function sectionsUsed(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)
  const used = [...found].map((match) => relative(src, join(file, '..', match[1] ?? '')).split('/')[0] ?? '')
  // What stands beside the source is the texts, whose names are types.
  return used.filter((section) => section !== '..')
}

const rooms = readdirSync(src, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
)

it('has sections that do not know each other', () => {
  const wrong: string[] = []
  for (const name of rooms.filter((room) => room !== ABOVE)) {
    const allowed = new Set([name, ...(LOWER[name] ?? [...COMMON, ...(MORE[name] ?? [])])])
    for (const file of files(join(src, name))) {
      for (const used of sectionsUsed(file))
        if (!allowed.has(used)) wrong.push(`${relative(src, file)} uses ${used}`)
    }
  }
  expect(rooms.length).toBeGreaterThan(15)
  expect(wrong).toEqual([])
})

/** What stays when whoever needs nobody more is done, and nobody needs it more: the circles, and who needs one. */
function inCircles(uses: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map([...uses].map(([each, needs]) => [each, new Set(needs)]))
  for (const [each, needs] of left)
    for (const need of needs) if (need === each || !left.has(need)) needs.delete(need)
  for (let done: string[] | null = null; done?.length !== 0; ) {
    done = [...left].flatMap(([each, needs]) => (needs.size === 0 ? [each] : []))
    for (const each of done) left.delete(each)
    for (const needs of left.values()) for (const each of done) needs.delete(each)
  }
  return [...left.keys()]
}

it('has no room that needs itself by way of another', () => {
  const uses = new Map(rooms.map((room) => [room, new Set(files(join(src, room)).flatMap(sectionsUsed))]))
  expect(inCircles(uses)).toEqual([])
})

const imported = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, name = '']) =>
    [`${name}.ts`, `${name}.tsx`].map((ending) => join(file, '..', ending)),
  )

it('has no file that needs itself by way of another, also for a type or when it is opened', () => {
  const uses = new Map(files(src).map((file) => [file, new Set(imported(file))]))
  expect(inCircles(uses).map((file) => relative(src, file))).toEqual([])
})
