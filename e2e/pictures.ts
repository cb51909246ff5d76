import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { readOptions } from '../scripts/support/options.ts'
import { submissionIdOf } from '../server/demonstration/plan.ts'
import {
  isDemonstrationGivenUp,
  isDemonstrationMade,
  isDemonstrationRunning,
} from '../src/domain/demonstration.ts'
import { demonstrationProgress } from '../src/domain/wire/identity.ts'
import { chosenBrowser } from './support/browser.ts'
import { type PortalServer, startPortalServer } from './support/server.ts'
import { newBrowser, signInBefore } from './support/signedIn.ts'

const values = readOptions(
  `npm run pictures -- [--url http://127.0.0.1:3000] [--out docs]
  takes the pictures of the README from a demonstration that is complete
  --url  a running demonstration; without it the command starts one, and ends it afterwards
  --out  the folder of the pictures`,
  { url: { type: 'string' }, out: { type: 'string', default: 'docs' } },
)

/** The file with the most to see: Dunmore's second, with rules that block. */
const corrected = submissionIdOf({
  instId: '0004',
  collectionReference: '23056',
  fileName: 'dunmore-corrected.xml',
})

interface Picture {
  file: string
  user: string
  path: string
  /** What is there once the page is complete. */
  isReady: (page: Page) => Promise<unknown>
  width: number
  height: number
}

const pictures: readonly Picture[] = [
  {
    file: 'quality-report.png',
    user: 'dunmore-signoff',
    path: `/submissions/c23056/${corrected}/reports`,
    isReady: page => page.getByRole('table', { name: 'Quality rules' }).getByRole('row').nth(1).waitFor(),
    width: 1360,
    height: 840,
  },
  {
    file: 'lifecycle.png',
    user: 'bedel-analyst',
    path: '/inspector',
    isReady: page => page.getByRole('application', { name: 'Diagram of Submission lifecycle' }).waitFor(),
    width: 1360,
    height: 1000,
  },
  {
    file: 'heat.png',
    user: 'bedel-analyst',
    path: '/inspector?view=heat&collection=23056',
    isReady: page => page.getByText(/^\d+ submissions from \d+ providers$/).waitFor(),
    width: 1360,
    height: 1200,
  },
]

/** Waits for the whole demonstration. A server that was just started has not begun it yet. */
const untilMade = async (url: string, isJustStarted: boolean): Promise<void> => {
  for (;;) {
    const { state, message } = demonstrationProgress.parse(
      await (await fetch(`${url}/api/demonstration`)).json(),
    )
    if (isDemonstrationMade(state)) return
    if (isDemonstrationGivenUp(state)) throw new Error(`The demonstration could not be made: ${message}`)
    if (!isDemonstrationRunning(state) && !isJustStarted)
      throw new Error(`The server at ${url} has no demonstration. Start it with DEMO_DATA=true.`)
    await setTimeout(1000)
  }
}

const take = async (
  browser: Browser,
  url: string,
  { file, user, path, isReady, width, height }: Picture,
  out: string,
): Promise<void> => {
  const context = await newBrowser(browser, {
    viewport: { width, height },
    reducedMotion: 'reduce',
  })
  await signInBefore(context, url, user)
  const page = await context.newPage()
  await page.goto(`${url}${path}`)
  await isReady(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(out, file) })
  await context.close()
}

const out = resolve(values.out)
await mkdir(out, { recursive: true })
// The first, because a fault after the start of the server would leave it running.
const browser = await chromium.launch((await chosenBrowser()).launch)
const startOwn = (): Promise<PortalServer> => {
  // A fresh clone has no pages yet.
  execFileSync(process.execPath, ['scripts/support/build.mjs'], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  return startPortalServer({ isWhole: true, environment: { DEMO_DATA: 'true' } })
}
let server: PortalServer | undefined
try {
  server = values.url === undefined ? await startOwn() : undefined
  const url = (values.url ?? server?.url ?? '').replace(/\/$/, '')
  await untilMade(url, server !== undefined)
  for (const picture of pictures) {
    await take(browser, url, picture, out)
    console.log(picture.file)
  }
} finally {
  await browser.close()
  await server?.stop()
}
