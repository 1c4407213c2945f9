import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { plainIcons } from './build/icons.ts'
import {
  assetManifest,
  bootWithin,
  compiledAhead,
  firstNeeds,
  layerOrder,
  localesVersion,
} from './build/plugins.ts'

const locales = localesVersion(import.meta.dirname)

// Browsers that know light-dark(): older targets would make the builder rewrite every colour.
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** What asks the first questions of the server, and reads nothing else. */
const FIRST =
  /preload-helper|rolldown\/runtime|src\/(app\/(early|config|api|session|state|store|calls|errors|leaving|token|ended|storage|pause|constants))\.ts$|node_modules\/(react|openapi-fetch|valibot)\//
const VENDOR =
  /node_modules\/(react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store)|i18next|i18next-http-backend)\//
// With the icons that sign-in shares with the dashboard, or it would load the dashboard for them.
const BASE =
  /src\/(app\/(EnvironmentBanner|built|search|title|titleCase|user)|root\/Root|ui\/(Banner|Field|TextInput|Logo))\.tsx?$|icons\/(shield-|check\.|circle\.|eye)/
/** Every mode of sign-in at once; the rules for a new password are used in the profile too. */
const SIGN_IN = /src\/signin\/(?!solve|services)\w+\.tsx?$/
/** With what the overview and the bell need of lists, too: they load no list for it; and the little that the screens of pay-in share. */
const DASHBOARD =
  /src\/((shell|viewer)\/\w+|notifications\/(server|bell\/(Bell|feed|tabs)))\.tsx?$|@tanstack\/react-query\/|src\/(kit\/(\w+\.tsx?$|list\/(Cell|page|useNarrow)\.tsx?$|date\/day\.ts$)|ui\/NavTabs\.tsx$|ui\/Tabs\.module|payin\/(charge|PayinTabs)\.tsx?$)/
const LIST = /src\/kit\/((list|filter)\/(?!\w+Panel|VirtualRows|ColumnOrder)|bulk\/BulkCommands)/

const server = process.env.RETAGUARDA_DEV_SERVER ?? 'http://localhost:8000'
const served = ['/auth', '/rbac', '/v1', '/notifications', '/config.json']

export default defineConfig({
  plugins: [
    react(),
    plainIcons(import.meta.dirname),
    layerOrder(['reset', 'tokens', 'ui', 'app']),
    assetManifest(locales),
    firstNeeds(locales),
    bootWithin(import.meta.dirname),
    // All but what others wrote to watch and to configure: little of that runs.
    compiledAhead(/^(?!errorReporting|firebase|ApiReference)/),
  ],
  define: { __LOCALES_VERSION__: JSON.stringify(locales) },
  build: {
    target: browsers,
    cssTarget: browsers,
    manifest: true,
    // A strict policy allows no data: address and no inline script but one.
    assetsInlineLimit: 0,
    // Of a screen only its style sheets are named ahead, to every page: names of all files that sixty screens share would weigh more
    // than the trip they save. What a first screen needs stands in the page itself (firstNeeds).
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    reportCompressedSize: false,
    // The viewer of the API's reference is one file, and loaded on its page alone.
    chunkSizeWarningLimit: 1_600,
    rolldownOptions: {
      output: {
        // Few files instead of many small ones: what asks first; the libraries of every page, which a release seldom changes; our own code
        // of every page; the dashboard with the kit of its screens; the list. What opens on touch stays apart and is fetched then.
        codeSplitting: {
          groups: [
            { name: 'first', test: FIRST, priority: 5 },
            { name: 'vendor', test: VENDOR, priority: 4 },
            { name: 'base', test: BASE, priority: 3 },
            { name: 'signin', test: SIGN_IN, priority: 2.5 },
            { name: 'dashboard', test: DASHBOARD, priority: 2 },
            { name: 'list', test: LIST, priority: 0.5 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: Object.fromEntries(served.map((path) => [path, server])) },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/app/test-setup.ts'],
    environmentOptions: { jsdom: { url: 'http://localhost:8000/' } },
    restoreMocks: true,
    unstubGlobals: true,
    // Longer than what a test waits for.
    testTimeout: 20_000,
    // Every core; by itself it leaves one for whoever watches. A thread begins sooner than a process.
    maxWorkers: '100%',
    pool: 'threads',
    isolate: false,
  },
})
