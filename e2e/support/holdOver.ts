import type { Page } from '@playwright/test'

/** Holds files over the card of a collection, as a drag from a folder does; gives what drops them. */
export const holdOver = async (page: Page, files: { name: string; content: string }[]) => {
  const transfer = await page.evaluateHandle(given => {
    const carried = new DataTransfer()
    for (const { name, content } of given) carried.items.add(new File([content], name))
    return carried
  }, files)
  const heading = page.getByRole('heading', { name: 'Student 2023/24' })
  for (const type of ['dragenter', 'dragover']) await heading.dispatchEvent(type, { dataTransfer: transfer })
  return () => heading.dispatchEvent('drop', { dataTransfer: transfer })
}
