import type { Page } from '@playwright/test'

/** Chooses an option of a select by the words of its label. The name of its button is what is chosen, then the label. */
export const choose = async (page: Page, label: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`(^| )${label}$`) }).click()
  await page
    .getByRole('option', { name: option, exact: typeof option === 'string' })
    .first()
    .click()
}
