// Prints what a browser loads before a page can be used: JavaScript and style sheets, gzipped one by one, as they travel.
// Ends with 1 when a page weighs more than its budget.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

// Kilobytes (1000 bytes) of JavaScript.
const PAGES = [
  { name: 'sign-in', budget: 145, entries: ['index.html', 'src/signin/SignInPage.tsx'] },
  {
    name: 'overview',
    budget: 225,
    entries: ['index.html', 'src/shell/Shell.tsx', 'src/overview/Overview.tsx'],
  },
  {
    name: 'pay-in list',
    budget: 225,
    entries: ['index.html', 'src/shell/Shell.tsx', 'src/payin/PaymentsList.tsx'],
  },
]
const LAZY_BUDGET = 40

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

let over = false
const first = new Set()
for (const page of PAGES) {
  const missing = page.entries.filter((entry) => !manifest[entry])
  if (missing.length) {
    console.log(`${page.name.padEnd(14)} not built: ${missing.join(', ')}`)
    continue
  }
  const files = filesOf(page.entries)
  for (const file of files) first.add(file)
  const script = total(files, '.js')
  const boot = existsSync(join(dist, 'boot.js')) ? gzipped('boot.js') : 0
  const styles = total(files, '.css')
  over ||= script + boot > page.budget
  console.log(
    `${page.name.padEnd(14)} ${(script + boot).toFixed(1).padStart(6)} kB js of ${page.budget}, ${styles.toFixed(1)} kB css`,
  )
  if (process.argv.includes('-v')) {
    for (const file of files.toSorted((a, b) => gzipped(b) - gzipped(a)))
      console.log(`    ${gzipped(file).toFixed(1).padStart(6)} ${file}`)
  }
}

const lazy = Object.values(manifest)
  .map((chunk) => chunk.file)
  .filter((file) => file.endsWith('.js') && !first.has(file))
  .map((file) => ({ file, size: gzipped(file) }))
  .toSorted((a, b) => b.size - a.size)
for (const { file, size } of lazy.slice(0, 6)) console.log(`lazy ${size.toFixed(1).padStart(16)} kB  ${file}`)
over ||= lazy.some(({ size }) => size > LAZY_BUDGET)

process.exit(over ? 1 : 0)
