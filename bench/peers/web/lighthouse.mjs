// Lighthouse's scores of some pages. Reads what to do as JSON from its input, and writes JSON:
// { browser, flags, runs, pages: [{ name, url, storage: { key: value } }] }
//   -> { name: [{ category: { score: 0..100, lost: [audits that cost points] } }] }
import { text } from 'node:stream/consumers'
import lighthouse, { desktopConfig } from 'lighthouse'
import { launch } from 'puppeteer-core'

const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const TRIES = 3

const { browser: executablePath, flags, runs, pages } = JSON.parse(await text(process.stdin))
const found = Object.fromEntries(pages.map(({ name }) => [name, []]))
for (let round = 0; round < runs; round++) {
  for (const { name, url, storage } of pages) found[name].push(await measured(url, storage))
}
console.log(JSON.stringify(found))

/** Lighthouse asks for another run when a busy machine has spoiled one. */
async function measured(url, storage) {
  for (let tries = 1; ; tries++) {
    const { runtimeError, audits, categories } = await run(url, storage)
    if (!runtimeError)
      return Object.fromEntries(CATEGORIES.map((name) => [name, scoreOf(audits, categories[name])]))
    if (tries === TRIES) throw new Error(`${url}: ${runtimeError.message}`)
  }
}

/** By a browser of its own, in which nothing is cached and only `storage` is known. */
async function run(url, storage) {
  const browser = await launch({ executablePath, args: flags })
  const page = await browser.newPage()
  // A file that starts no application, only to stand on the site.
  await page.goto(new URL('/favicon.svg', url).href)
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, storage)
  const settings = { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' }
  const { lhr } = await lighthouse(url, settings, desktopConfig, page)
  await browser.close()
  return lhr
}

function scoreOf(audits, { score, auditRefs }) {
  const lost = auditRefs.filter(({ id, weight }) => {
    const audit = audits[id]
    return (
      weight > 0 &&
      !['notApplicable', 'manual', 'informative'].includes(audit.scoreDisplayMode) &&
      !(audit.score >= 1)
    )
  })
  return { score: Math.round(score * 100), lost: lost.map(({ id }) => id) }
}
