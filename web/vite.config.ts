import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { assetManifest, firstNeeds, layerOrder, localesVersion } from './build/plugins.ts'

const locales = localesVersion(import.meta.dirname)

// Browsers that know light-dark(): older targets would make the builder rewrite every colour.
const browsers = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

const server = process.env.RETAGUARDA_DEV_SERVER ?? 'http://localhost:8000'
const served = ['/auth', '/rbac', '/v1', '/notifications', '/config.json']

export default defineConfig({
  plugins: [
    react(),
    layerOrder(['reset', 'tokens', 'ui', 'app']),
    assetManifest(locales),
    firstNeeds(locales),
  ],
  define: { __LOCALES_VERSION__: JSON.stringify(locales) },
  build: {
    target: browsers,
    cssTarget: browsers,
    manifest: true,
    // A strict policy allows no data: address and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What every page needs and a release seldom changes: one file, one request, kept over releases.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store)|i18next|i18next-http-backend)\//,
            },
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
  },
})
