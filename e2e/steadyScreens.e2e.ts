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

test.describe('the heading of an address that was left and come to again', () => {
  test('may go, as its screen is drawn anew', async ({ pageOf }) => {
    const page = await pageOf('ashby-guest')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(async () => {
      const heading = document.querySelector('main h1')
      const { parentNode: line, nextSibling: next } = heading ?? {}
      const { pathname } = location
      history.pushState(null, '', '/elsewhere')
      history.pushState(null, '', pathname)
      heading?.remove()
      await new Promise(requestAnimationFrame)
      if (heading) line?.insertBefore(heading, next ?? null)
    })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
