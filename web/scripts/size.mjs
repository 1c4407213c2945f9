// Prints what a browser loads before a page can be used: JavaScript and style sheets, gzipped one by one, as they travel.
// Ends with 1 when something weighs more than its budget. -v: file by file; --json: the figures, for programs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** What asks first, and the code of every page that it then fetches. */
const START = ['index.html', 'src/main.tsx']
const INSIDE = [...START, 'src/root/routes.tsx', 'src/shell/Shell.tsx']
// Kilobytes (1000 bytes); of a page its JavaScript.
const PAGES = [
  { name: 'sign-in', budget: 145, entries: [...START, 'src/signin/SignInPage.tsx'] },
  {
    name: 'overview',
    budget: 225,
    entries: [...INSIDE, 'src/overview/Overview.tsx'],
  },
  {
    name: 'pay-in list',
    budget: 225,
    entries: [...INSIDE, 'src/payin/PaymentsList.tsx'],
  },
]
const CSS_BUDGET = 12
const LAZY_BUDGET = 40
/** Pieces that are mostly of somebody else, and come only with the setting of that service or with that one page. */
const THIRD_PARTIES = {
  'API reference': 'src/reference/ApiReference.tsx',
  'error reporting': 'src/app/outside/errorReporting.ts',
  'remote config': 'src/app/outside/firebase.ts',
}

const gzipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000

/** The files of some entries and of all that they import at once. */
function filesOf(entries) {
  const seen = new Set()
  const files = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const entry of entries) visit(entry)
  return [...files]
}

const total = (files, kind) =>
  files.filter((file) => file.endsWith(kind)).reduce((sum, file) => sum + gzipped(file), 0)

const missing = PAGES.flatMap(({ entries }) => entries).filter((entry) => !manifest[entry])
if (missing.length) throw new Error(`not built: ${missing.join(', ')}`)

const pages = PAGES.map(({ name, budget, entries }) => {
  const files = filesOf(entries)
  return { name, budget, files, js: total(files, '.js'), css: total(files, '.css') }
})
const first = new Set(pages.flatMap(({ files }) => files))
const thirdParties = Object.entries(THIRD_PARTIES)
  .filter(([, entry]) => manifest[entry])
  .map(([name, entry]) => {
    const files = filesOf([entry]).filter((file) => !first.has(file))
    return { name, files, js: total(files, '.js') }
  })
const apart = new Set(thirdParties.flatMap(({ files }) => files))
const lazy = Object.values(manifest)
  .map(({ file }) => file)
  .filter((file) => file.endsWith('.js') && !first.has(file) && !apart.has(file))
  .map((file) => ({ file, js: gzipped(file) }))
  .toSorted((a, b) => b.js - a.js)

if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ pages, lazy, thirdParties, budgets: { css: CSS_BUDGET, lazy: LAZY_BUDGET } }))
} else {
  for (const { name, budget, files, js, css } of pages) {
    console.log(
      `${name.padEnd(14)} ${js.toFixed(1).padStart(6)} kB js of ${budget}, ${css.toFixed(1)} kB css of ${CSS_BUDGET}`,
    )
    if (process.argv.includes('-v')) {
      for (const file of files.toSorted((a, b) => gzipped(b) - gzipped(a)))
        console.log(`    ${gzipped(file).toFixed(1).padStart(6)} ${file}`)
    }
  }
  for (const { file, js } of lazy.slice(0, 6)) console.log(`lazy ${js.toFixed(1).padStart(16)} kB  ${file}`)
  for (const { name, js } of thirdParties) console.log(`apart ${js.toFixed(1).padStart(15)} kB  ${name}`)
  const over =
    pages.some(({ budget, js, css }) => js > budget || css > CSS_BUDGET) ||
    lazy.some(({ js }) => js > LAZY_BUDGET)
  process.exit(over ? 1 : 0)
}
