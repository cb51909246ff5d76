import { chromium } from '@playwright/test'
import startCluster from '../../tests/server/support/globalSetup.ts'
import { chosenBrowser } from './browser.ts'

/** Names the browser of the run, whose behaviour differs in details, and starts one PostgreSQL for all tests. */
export default async (): Promise<Awaited<ReturnType<typeof startCluster>>> => {
  const { source, launch } = await chosenBrowser()
  const browser = await chromium.launch(launch)
  console.log(`Browser: Chromium ${browser.version()} (${source})`)
  await browser.close()
  return startCluster()
}
