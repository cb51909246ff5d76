import { defineConfig } from '@playwright/test'
import { chosenBrowser } from './e2e/support/browser.ts'

/** Whole journeys in a real browser against a real server; every test finds a database as its scene has it. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/support/globalSetup.ts',
  // What is waited for comes as soon as it can; on a machine that does much else, that may take ten times as long.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  workers: process.env.E2E_WORKERS ? Number(process.env.E2E_WORKERS) : 2,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  reporter: [['list'], ['./e2e/paths/coverageReporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: (await chosenBrowser()).launch,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 60_000,
    // A turning picture is drawn sixty times a second by the cores that the tests wait for: a twentieth of their time.
    contextOptions: { reducedMotion: 'reduce' },
    // Without the film, which takes more time than what is filmed, and without copies of the page before and after each
    // step, which take a quarter of it: what stood there at the end comes with a failure. `--trace on` makes both.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    // Every screen by route, role and theme; nowhere else. First, for these tests take longest.
    { name: 'accessibility', testMatch: 'accessibility/*.e2e.ts' },
    { name: 'journeys', testIgnore: 'accessibility/**' },
  ],
  outputDir: 'test-results',
})
