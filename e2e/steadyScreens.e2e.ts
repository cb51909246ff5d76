import { expect, test } from './support/fixtures.ts'

test.describe('a screen that stood and goes away', () => {
  test.use({ takesScreenAway: true })

  test('is noticed, as React hides one that has to wait', async ({ pageOf }) => {
    const page = await pageOf('ashby-guest')
    const heading = page.getByRole('heading', { level: 1 })
    const setHidden = (display: string) =>
      page.evaluate(how => {
        for (const part of document.querySelectorAll<HTMLElement>('main > *')) part.style.display = how
      }, display)
    await setHidden('none')
    await expect(heading).toBeHidden()
    await setHidden('')
    await expect(heading).toBeVisible()
  })
})
