import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'

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
 * Tells the page, in its own markup, what it will need first: the font, the version of the texts and the script of the two
 * possible first screens. `/boot.js` picks from these, so nothing waits for a chain of requests.
 */
export function firstNeeds(locales: string): Plugin {
  return {
    name: 'first-needs',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const tags: HtmlTagDescriptor[] = []
        const screens: Record<string, string> = {}
        for (const file of Object.values(bundle ?? {})) {
          if (file.fileName.includes('archivo-latin-wght-normal')) {
            tags.push({
              tag: 'link',
              attrs: {
                rel: 'preload',
                as: 'font',
                type: 'font/woff2',
                crossorigin: '',
                href: `/${file.fileName}`,
              },
              injectTo: 'head-prepend',
            })
          }
          if (file.type === 'chunk' && file.facadeModuleId?.endsWith('/signin/SignInPage.tsx')) {
            screens['data-signin'] = `/${file.fileName}`
          }
          if (file.type === 'chunk' && file.facadeModuleId?.endsWith('/shell/Shell.tsx')) {
            screens['data-shell'] = `/${file.fileName}`
          }
        }
        const data = Object.entries({ 'data-locales': locales, ...screens })
          .map(([name, value]) => `${name}="${value}"`)
          .join(' ')
        return { html: html.replace('<html ', `<html ${data} `), tags }
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
