import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 360, height: 800 }

/** Folder for pictures of every screen that is looked at; none are taken without it. */
const pictures = process.env.E2E_PICTURES

const picture = async (page: Page, what: string, how: string): Promise<void> => {
  if (!pictures) return
  const name = `${what} ${how}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}

/** Pixels by which the page, or a dialog over it, is wider than the window. */
const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const dialogs = [...document.querySelectorAll('[role$="dialog"]')]
    const rightmost = dialogs.map(dialog => dialog.getBoundingClientRect().right)
    return Math.max(scrollWidth, ...rightmost) - clientWidth
  })

/** The screen without a violation of WCAG 2.2 AA, light and dark, and without sideways scrolling at 360 pixels. */
export const expectSound = async (page: Page, what: string): Promise<void> => {
  await test.step(what, async () => {
    await expect(page.locator('h1').first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page)
    await picture(page, what, 'dark')
    await page.setViewportSize(narrow)
    await expect
      .poll(() => sidewaysOverflow(page), { message: `${what} scrolls sideways` })
      .toBeLessThanOrEqual(0)
    await page.emulateMedia({ colorScheme: 'light' })
    await picture(page, what, 'narrow')
    await page.setViewportSize(wide)
    await picture(page, what, 'wide')
  })
}

/** Opens an address and looks at its screen. */
export const visitSound = async (page: Page, address: string, what: string): Promise<void> => {
  await page.goto(address)
  await expectSound(page, what)
}
