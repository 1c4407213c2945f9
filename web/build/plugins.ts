import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** A short hash over every translation file: it changes when, and only when, a text changes. */
export function localesVersion(root: string): string {
  const hash = createHash('sha256')
  const folder = join(root, 'public/locales')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (name.endsWith('.json')) hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 10)
}

/**
 * Writes `/asset-manifest.json`: plain name → content-hashed address of every file that was built, and the version of the
 * translations. Its text changes with each build that differs, which is what a running tab compares.
 */
export function assetManifest(locales: string): Plugin {
  return {
    name: 'asset-manifest',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files: Record<string, string> = {}
      for (const file of Object.values(bundle)) {
        const name = file.type === 'chunk' ? `${file.name}.js` : (file.names[0] ?? file.fileName)
        files[name in files ? file.fileName : name] = `/${file.fileName}`
      }
      const sorted = Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      this.emitFile({
        type: 'asset',
        fileName: 'asset-manifest.json',
        source: `${JSON.stringify({ locales, files: sorted }, null, 2)}\n`,
      })
    },
  }
}

/**
 * Puts `boot.js` into the page: as a file of its own it would hold up what it asks for by a trip. It stands after the code of
 * every page, which is to come first, and before the style sheets, for which a script would wait. The server's policy names its
 * hash.
 */
export function bootWithin(root: string): Plugin {
  return {
    name: 'boot-within',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const script = `<script>\n${readFileSync(join(root, 'src/boot.js'), 'utf8')}</script>\n`
        return html.replace(/(?=<link rel="stylesheet"|<\/head>)/, () => script)
      },
    },
  }
}

/** A chunk with everything that it imports at once, and the style sheets of all of them. */
function needsOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const needs = new Set<string>()
  const visit = (name: string) => {
    const file = bundle[name]
    if (file?.type !== 'chunk' || needs.has(name)) return
    needs.add(name)
    for (const sheet of file.viteMetadata?.importedCss ?? []) needs.add(sheet)
    for (const next of file.imports) visit(next)
  }
  visit(chunk.fileName)
  return needs
}

interface Part {
  source: string
  /** Another one that comes with it. */
  beside?: string
  /** Stands already: what they need is not named again. */
  within?: string[]
}

interface Screen extends Part {
  path: string
  /** Namespaces of its texts, beside those of every screen. */
  texts: string[]
}

/**
 * Tells the page, in its own markup, what it will need first: the font, the code of every page, the version of the texts and
 * the files of the possible first screens. `boot.js` picks from these, so nothing waits for a chain of requests.
 */
export function firstNeeds(locales: string): Plugin {
  const shell = '/shell/Shell.tsx'
  const routes = '/root/routes.tsx'
  const list = '/kit/list/ResourceList.tsx'
  const parts: Record<string, Part> = {
    'data-signin': { source: '/signin/SignInPage.tsx' },
    'data-pay': { source: '/pay/PayPage.tsx' },
    'data-shell': { source: shell, beside: routes },
    'data-list': { source: list, within: [shell] },
  }
  // Where most mornings begin.
  const screens: Screen[] = [
    { path: '/dashboard', source: '/overview/Overview.tsx', within: [shell], texts: ['overview', 'payin'] },
    {
      path: '/dashboard/payin/payments/list',
      source: '/payin/PaymentsList.tsx',
      within: [shell, list],
      texts: ['payin'],
    },
  ]
  return {
    name: 'first-needs',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        if (!entry) return html
        const font = Object.keys(bundle).find((name) => name.includes('archivo-latin-wght-normal'))
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const needs = (source: string, given: Set<string>) => {
          // As it is asked for, or, where it never is by itself, the file that it is part of.
          const chunk =
            chunks.find((file) => file.facadeModuleId?.endsWith(source)) ??
            chunks.find((file) => file.moduleIds.some((id) => id.endsWith(source)))
          return chunk ? [...needsOf(chunk, bundle)].filter((file) => !given.has(file)) : []
        }
        const given = needsOf(entry, bundle)
        const page = needs('/src/main.tsx', given)
        for (const file of page) given.add(file)
        const files = ({ source, beside, within = [] }: Part) => {
          const there = new Set([...given, ...within.flatMap((part) => needs(part, given))])
          return [...needs(source, there), ...(beside ? needs(beside, there) : [])]
            .map((file) => `/${file}`)
            .join(' ')
        }
        const begins = screens.map((screen) => `${screen.path} ${screen.texts.join(',')} ${files(screen)}`)
        const data = Object.entries(parts).map(([name, part]) => `${name}="${files(part)}"`)
        data.push(`data-screens="${begins.join(';')}"`)
        return {
          html: html.replace('<html ', `<html data-locales="${locales}" ${data.join(' ')} `),
          tags: [
            ...page.map((file) => ({
              tag: 'link',
              attrs: asked(`/${file}`),
              injectTo: file.endsWith('.css') ? ('head' as const) : ('head-prepend' as const),
            })),
            ...(font ? [{ tag: 'link', attrs: fontLink(`/${font}`), injectTo: 'head' as const }] : []),
          ],
        }
      },
    },
  }
}

const asked = (href: string) =>
  href.endsWith('.css')
    ? { rel: 'stylesheet', crossorigin: '', href }
    : { rel: 'modulepreload', crossorigin: '', href }

const fontLink = (href: string) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossorigin: '',
  href,
})

/**
 * Marks files of which most functions run, so that the browser compiles all of a file while it arrives, beside the page's own
 * thread, instead of function by function at the first call: a quarter of what that thread did before the first picture, and
 * a third of what it did to open the first dialog.
 * https://github.com/v8/explicit-javascript-compile-hints-file-based; browsers that do not know it read a comment.
 */
export function compiledAhead(names: RegExp): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      // It has to be the first line, also before what the builder itself puts there.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && names.test(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

/**
 * Puts the order of the cascade layers at the head of every style sheet: the builder splits sheets by screen, and the sheet
 * that arrives first decides the order for all.
 */
export function layerOrder(layers: string[]): Plugin {
  return {
    name: 'layer-order',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = `@layer ${layers.join(',')};${String(file.source)}`
      }
    },
  }
}
