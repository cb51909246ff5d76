import { readFile } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'

/** Presses what saves a CSV file and reads the file. Excel reads UTF-8 only after a byte order mark, so each begins with it. */
export const savedCsv = async (button: Locator): Promise<{ name: string; text: string }> => {
  const saving = button.page().waitForEvent('download')
  await button.click()
  const download = await saving
  const name = download.suggestedFilename()
  const bytes = await readFile(await download.path())
  expect(name).toMatch(/\.csv$/)
  expect(bytes.subarray(0, 3).toString('hex'), `first bytes of ${name}`).toBe('efbbbf')
  return { name, text: bytes.toString('utf8') }
}
