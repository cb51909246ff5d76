import type { Browser, Page } from '@playwright/test'
import { freePort } from '../../server/freePort.ts'
import { type FolderStore, isFolder, type ObjectStore } from '../../server/storage/index.ts'
import { type ProcessingServer, startProcessingServer } from '../../tests/server/support/processingServer.ts'
import { dashboardOf, refuseReports } from '../support/fixtures.ts'
import { outsidePortal } from '../support/goWithin.ts'
import { test as base } from '../support/steadyScreens.ts'

/** A server that many paths share one after the other, and the people in front of it. */
export interface Stage {
  url: string
  server: ProcessingServer
  /** The disk of the store, which takes no more once it is full. */
  disk: { isFull: boolean }
  /** The page of a signed-in user; the same one each time. */
  pageOf: (userId: string) => Promise<Page>
  /** Leaves every page, so that the next path finds none that knows of the last. */
  leave: () => Promise<void>
}

/** The largest file that these servers take at once: small, so that walks with larger ones need not send much. */
export const atOnceBytes = 256 * 1024

/** The store of the server, on a disk that can be full. */
const onDisk = (store: ObjectStore, disk: Stage['disk']): ObjectStore => {
  if (!isFolder(store)) return store
  const onThis: FolderStore = {
    ...store,
    settle: (file, key) =>
      disk.isFull
        ? Promise.reject(Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' }))
        : store.settle(file, key),
  }
  return onThis
}

const openStage = async (browser: Browser): Promise<Stage & { close: () => Promise<void> }> => {
  const port = await freePort()
  const disk = { isFull: false }
  const server = await startProcessingServer({
    visitedAt: port,
    store: folder => onDisk(folder, disk),
    environment: { UPLOAD_AT_ONCE_BYTES: String(atOnceBytes) },
  })
  const url = `http://127.0.0.1:${port}`
  const pages = new Map<string, Promise<Page>>()
  return {
    url,
    server,
    disk,
    pageOf: userId => {
      const page = pages.get(userId) ?? dashboardOf(browser, url, userId)
      pages.set(userId, page)
      return page
    },
    leave: async () => {
      for (const opened of pages.values()) {
        const page = await opened
        await page.goto(url + outsidePortal)
        await page.unrouteAll()
      }
    },
    close: async () => {
      for (const page of pages.values()) await (await page).context().close()
      const { values } = await server.metrics.cspReports.get()
      await server.stop()
      refuseReports(values.map(({ labels, value }) => `${labels.directive}: ${value}`))
    },
  }
}

/**
 * Tests that share one server for each worker of Playwright: it runs in the worker's own process, with a real database
 * and a real store. Nothing works on its queue: what workers report, the paths report.
 */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      const stage = await openStage(browser)
      await use(stage)
      await stage.close()
    },
    { scope: 'worker', timeout: 480_000 },
  ],
})
