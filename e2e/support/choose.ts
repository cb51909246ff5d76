import type { Page } from '@playwright/test'

/** Chooses an option of a select by the words of its label. The name of its button is what is chosen, then the label. */
export const choose = async (page: Page, label: string, option: string | RegExp): Promise<void> => {
  // A table may offer to sort by a column of the same name.
  const opensList = page.locator('[aria-haspopup="listbox"]')
  await page
    .getByRole('button', { name: new RegExp(`(^| )${label}$`) })
    .and(opensList)
    .click()
  await page
    .getByRole('option', { name: option, exact: typeof option === 'string' })
    .first()
    .click()
}

/** Chooses one of a few that are all in sight, by the words of its group and the beginning of the option. */
export const chooseOne = (page: Page, group: string, option: string): Promise<void> =>
  page
    .getByRole('radiogroup', { name: group })
    .locator('label')
    .filter({ hasText: new RegExp(`^${option}`) })
    .click()
