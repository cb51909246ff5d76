import type { Page } from '@playwright/test'
import { actOnRow, openMonitoring } from './journeys/steps.ts'
import { expect, test } from './support/fixtures.ts'

/** The clock of a page that was moved is not for other tests. */
test.use({ changesBrowsers: true })

/** A live connection between page and server that swallows everything from some moment on, and stays open. */
const swallowingLive = async (page: Page) => {
  let swallowed = 0
  /** Connections up to this number pass nothing. */
  let dead = 0
  let opened = 0
  await page.routeWebSocket(/\/live\?/, socket => {
    opened += 1
    const number = opened
    socket.connectToServer().onMessage(message => {
      if (number <= dead) swallowed += 1
      else socket.send(message)
    })
  })
  return {
    swallow: () => {
      dead = opened
    },
    isAlive: () => opened > dead,
    swallowed: () => swallowed,
  }
}

test('Monitoring catches up by itself when its live connection stays open and passes nothing', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('bedel-analyst')
  await page.clock.install()
  const live = await swallowingLive(page)
  await page.goto(`${portal.url}/monitoring/23056`)
  await expect.poll(live.isAlive).toBe(true)
  const row = page.getByRole('row', { name: /Dunmore College/ })
  await expect(row).not.toContainText('Nil return')

  live.swallow()
  const colleague = await pageOf('bedel-admin')
  await openMonitoring(colleague, portal)
  await actOnRow(colleague, 'Dunmore College', 'Create nil return', 'Nil return created')
  await expect.poll(live.swallowed).toBeGreaterThan(0)
  await expect(row).not.toContainText('Nil return')

  // 75 s without a frame are a loss; the pause after it is at most 3 s.
  await page.clock.runFor(80_000)
  await expect.poll(live.isAlive).toBe(true)
  await expect(row).toContainText('Nil return')

  await actOnRow(colleague, 'Dunmore College', 'Withdraw nil return', 'Nil return withdrawn')
  await expect(row).not.toContainText('Nil return')
})
