import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './scripts/chunks.ts'
import { chartData } from './scripts/inspector/chartData.ts'
import { chartLayouts } from './scripts/inspector/chartLayouts.ts'
import { chartPaths } from './scripts/inspector/chartPaths.ts'
import { chartReleases } from './scripts/inspector/chartReleases.ts'
import { machinesWithoutDescriptions } from './scripts/inspector/withoutDescriptions.ts'
import { messages } from './scripts/messages/plugin.ts'
import { oneLocale } from './scripts/oneLocale.ts'
import { pageFromRoot } from './scripts/pageFromRoot.ts'
import { precompressed } from './scripts/precompressed.ts'
import { productOfPages } from './scripts/product.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** The server that `npm run dev` starts beside the pages: it is to see the address that the browser sees. */
const besides = {
  target: `http://${process.env.HOST ?? '127.0.0.1'}:${process.env.PORT ?? 3000}`,
  changeOrigin: false,
  ws: true,
}
/** A class by its place, such as "ui-Button-label": one can read it in the page, and it compresses far better than a hash. */
const className = (name: string, file: string): string =>
  `${relative('src', file.replace(/\?.*/, ''))
    .replace(/^features\//, '')
    .replace(/\.module\.css$/, '')
    .replaceAll('/', '-')}-${name}`

const ofServer = ['/api', '/oidc', '/assets-server', '/docs', '/help', '/openapi.json']

/**
 * What every test keeps to: it asserts something, and waits for what comes as soon as it can, on a busy machine too.
 */
const common = {
  expect: { requireAssertions: true, poll: { timeout: 60_000, interval: 20 } },
  tags: [
    {
      name: 'exhaustive',
      description: 'Left out by `npm test`; in `npm test -- --all` and `npm run model:all`',
    },
  ],
}
const node = { ...common, environment: 'node' as const, testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  plugins: [
    messages(),
    react(),
    oneLocale(),
    productOfPages(),
    pageFromRoot(),
    machinesWithoutDescriptions(),
    chartData(),
    chartLayouts(),
    chartPaths(),
    chartReleases(),
    precompressed(),
  ],
  // Which release a page is of: its servers may be of a later one.
  define: { 'import.meta.env.RELEASE': JSON.stringify(version) },
  css: { modules: { generateScopedName: className } },
  // Scripts find each other by relative addresses, below whatever path the portal is.
  base: './',
  build: {
    outDir: 'dist',
    sourcemap: true,
    target: 'es2024',
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    manifest: true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // What the pages weigh is measured by `npm run bench`. The largest file is of ways for testers, fetched when they ask.
    chunkSizeWarningLimit: 16_000,
    // The pages' policy takes fonts from files of ours only: one inside the styles would be refused.
    assetsInlineLimit: path => (path.endsWith('.woff2') ? false : undefined),
    rolldownOptions: {
      checks: { pluginTimings: false },
      treeshake: {
        // Importing one of our modules does nothing but for its exports, so that a page carries only the charts it uses.
        moduleSideEffects: [{ test: /\/src\/(?!main\.tsx$|ui\/gallery\/)[^?]*\.tsx?$/, sideEffects: false }],
      },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(ofServer.map(path => [path, besides])) },
  worker: { format: 'es', rolldownOptions: { checks: { pluginTimings: false } } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'unit',
          include: ['{packages,src,server,scripts,bench}/**/*.test.ts', 'tests/*.test.ts'],
          testTimeout: 120_000,
          // Most of a file's time would be the modules that it shares with others.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'model',
          include: ['tests/{model,simulation}/**/*.test.ts'],
          // The longest walk takes 40 s on two quiet cores: a busy machine must not end it.
          testTimeout: 300_000,
          // Charts are values: nothing of one test file reaches another, and each would load all of them anew.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'view',
          testTimeout: 20_000,
          environment: 'jsdom',
          setupFiles: ['src/ui/testing/jsdom.ts'],
          // Each file has a page of its own; the modules, which would be loaded anew for each, are shared.
          isolate: false,
          include: ['tests/view/**/*.test.{ts,tsx}', 'src/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/server/support/globalSetup.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          isolate: false,
        },
      },
    ],
  },
})
