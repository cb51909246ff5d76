import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { quickAxe } from './quickAxe.ts'

/** Waits for every transition that has an end: contrast is measured on what stays. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(animation => animation.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What may differ between the colour schemes; the rest is the same page. */
const axeColourRules = ['color-contrast', 'link-in-text-block']

/** No violation of WCAG 2.2 AA on this screen, light and dark. */
const expectAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settle(page)
    // Read once by each document: it is half a megabyte of script.
    const isThere = await page.evaluate(() => 'axe' in window)
    const axe = new AxeBuilder({ page, axeSource: isThere ? ';' : quickAxe })
      // Our pages have no frames, so axe need not open a second page to merge their results; only violations are reported.
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'] })
      // React Aria names what it announced by the id of a button that may have left the page since; it is gone in seconds.
      .exclude('[data-live-announcer]')
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(axeTags)
      : axe.withRules(axeColourRules)
    ).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${colorScheme}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
    )
    expect(found).toEqual([])
  }
}

const wide = { width: 1440, height: 900 }
const tablet = { width: 768, height: 1024 }
const narrow = { width: 360, height: 800 }

/** Folder for pictures of every screen that is looked at; none are taken without it. */
const pictures = process.env.E2E_PICTURES

/** A page that is longer than this, in pixels, is pictured as it is in the window. */
const longest = 16_000

const picture = async (page: Page, what: string, how: string): Promise<void> => {
  if (!pictures) return
  const name = `${what} ${how}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: height < longest })
}

/** Pixels by which the page, or a dialog over it, is wider than the window. */
const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const dialogs = [...document.querySelectorAll('[role$="dialog"]')]
    const rightmost = dialogs.map(dialog => dialog.getBoundingClientRect().right)
    return Math.max(scrollWidth, ...rightmost) - clientWidth
  })

const expectWithin = async (
  page: Page,
  what: string,
  size: { width: number; height: number },
): Promise<void> => {
  await page.setViewportSize(size)
  await expect
    .poll(() => sidewaysOverflow(page), { message: `${what} scrolls sideways at ${size.width} pixels` })
    .toBeLessThanOrEqual(0)
}

/** The screen without a violation of WCAG 2.2 AA, light and dark, and without sideways scrolling at 360 and 768 pixels. */
export const expectSound = async (page: Page, what: string): Promise<void> => {
  await test.step(what, async () => {
    await expect(page.locator('h1').first()).toBeVisible()
    // The name of the page, and not of what was loaded (specification 1 §1).
    await expect(page).toHaveTitle(/^(?!Loading |Comparing ).+ – Bedel$/)
    await expect(page.getByRole('heading', { name: 'An error has occurred' })).toHaveCount(0)
    // What is old is dimmed until what was asked for has come.
    await expect(
      page.locator('[aria-busy="true"], [role="status"][data-shape], [data-status="former"]'),
    ).toHaveCount(0)
    await expect(page.getByText('Access Denied')).toHaveCount(what === 'access denied' ? 1 : 0)
    await expectAccessible(page)
    await picture(page, what, 'dark')
    await expectWithin(page, what, narrow)
    await page.emulateMedia({ colorScheme: 'light' })
    await picture(page, what, 'narrow')
    await expectWithin(page, what, tablet)
    await picture(page, what, 'tablet')
    await page.setViewportSize(wide)
    await picture(page, what, 'wide')
  })
}

/** Opens an address and looks at its screen. */
export const visitSound = async (page: Page, address: string, what: string): Promise<void> => {
  await page.goto(address)
  await expectSound(page, what)
}
