import type { Page } from '@playwright/test'
import { expect } from './shared.ts'

/** Opens a view of the inspector, on the server that the page is on. */
export const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/inspector${address}`)
  await expect(page.getByRole('navigation', { name: 'Chart views' })).toBeVisible()
}

/** The drawing of a chart. */
export const drawing = (page: Page, chart = 'Submission lifecycle') =>
  page.getByRole('application', { name: `Diagram of ${chart}` })
