import { cutTexts } from '../pseudo/look.ts'
import { expect, test } from '../support/fixtures.ts'
import { savedCsv } from '../support/savedCsv.ts'

/** The specification as everybody reads it (specification 1 §2; decisions §6), and what is read without signing in. */

const missing = 'QR.STUDENT.Student.BIRTHDTE.901.V01'

test('somebody who builds files finds a rule, its fields and what changed since last year', async ({
  pageOf,
  portal,
}) => {
  const page = await pageOf('ashby-guest')
  await page.goto(portal.url)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Specification' }).click()
  await page.getByRole('link', { name: 'Student 2023/24' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Specification of Student 2023/24')

  const search = page.getByRole('searchbox', { name: 'Search codes, text and SQL' })
  await search.fill('birthdte 901')
  await search.press('Enter')
  const rules = page.getByRole('table', { name: 'Rules' })
  await expect(rules.getByRole('row', { name: new RegExp(missing) })).toBeVisible()
  await rules.getByRole('button', { name: new RegExp(missing) }).click()
  await expect(page.getByRole('heading', { name: 'Records checked' })).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Examples' }).getByRole('row', { name: /^Fails/ }),
  ).toBeVisible()
  const saved = await savedCsv(page.getByRole('button', { name: 'Rules (CSV)' }))
  expect(saved.name).toBe('rules.23056_1.0.0.csv')

  const forSoftware = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Rules (JSON)' }).click()
  expect((await forSoftware).suggestedFilename()).toBe('rules.23056_1.0.0.json')

  // From the rule to a field that it reads, and back by the rules that read it.
  // The guidance of the rule names the field as well.
  await expect(page.getByRole('heading', { name: 'What to do' })).toBeVisible()
  await page.getByRole('link', { name: 'Student.BIRTHDTE', exact: true }).last().click()
  await expect(page).toHaveURL(/part=dictionary/)
  await expect(page.getByRole('table', { name: 'Data dictionary' })).toContainText('at most once')
  await page.getByRole('link', { name: missing, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Records checked' })).toBeVisible()

  // An anchor is an address of its own.
  await page.goto(`${portal.url}/specification/23056#Disability.DISABILITY`)
  await expect(page.getByRole('table', { name: 'Codes' }).getByRole('row')).not.toHaveCount(1)
  await page.getByRole('link', { name: 'Changes' }).click()
  await expect(page.getByText(/^Compared with Student 2022\/23/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Fields', exact: true })).toBeVisible()
})

test('all of it goes onto paper: what is folded and paged on the screen stands there unfolded', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-guest')
  await page.goto(`${portal.url}/specification/23056`)
  const tabs = page.getByRole('navigation', { name: 'Specification sections' })
  const countOf = async (part: string) =>
    Number((await tabs.getByRole('link', { name: new RegExp(`^${part}`) }).textContent())?.match(/\d+$/)?.[0])
  const counts = await Promise.all(['Rules', 'Data dictionary', 'Derived fields'].map(countOf))
  await tabs.getByRole('link', { name: 'All on one page' }).click()
  const chapter = (name: string) => page.getByRole('region', { name, exact: true })
  for (const [at, name] of ['Rules', 'Data dictionary', 'Derived fields'].entries())
    await expect(chapter(name).getByRole('article')).toHaveCount(counts[at] ?? 0)
  expect(counts[0]).toBeGreaterThan(200)

  await page.emulateMedia({ media: 'print' })
  await expect(tabs).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Rules (CSV)' })).toBeHidden()
  const rule = page.getByRole('article').filter({ hasText: missing }).first()
  await expect(rule.getByRole('heading', { name: 'Records checked' })).toBeVisible()
  await expect(rule.getByRole('table', { name: 'Examples' })).toBeVisible()
  const coded = chapter('Data dictionary')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: /^Disability\.DISABILITY / }) })
  const cut = await coded.getByRole('table', { name: 'Codes' }).evaluate(table => {
    const region = table.parentElement ?? table
    return region.scrollHeight - region.clientHeight
  })
  expect(cut).toBeLessThanOrEqual(1)
  // Each chapter begins on a sheet of its own.
  for (const name of ['Rules', 'Data dictionary', 'Derived fields'])
    await expect(chapter(name)).toHaveCSS('break-before', 'page')
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(100)
})

test('without signing in one reads the accessibility statement, and nothing else', async ({
  browser,
  portal,
}) => {
  const page = await browser.newPage()
  await page.goto(`${portal.url}/accessibility`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessibility statement')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Specification' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to read the specification')
  // Every other page is for who has signed in.
  await page.getByRole('link', { name: 'Bedel' }).click()
  await expect(page.getByRole('button', { name: 'Sign in as ashby-guest', exact: true })).toBeVisible()
  await page.goto(`${portal.url}/accessibility`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in as ashby-guest', exact: true }).click()
  await expect(page).toHaveURL(`${portal.url}/accessibility`)
  await expect(page.getByRole('banner')).toContainText('University of Ashby')
  await page.close()
})

test.describe('where the agency publishes it', () => {
  test.use({ ownPortal: { environment: { PUBLIC_SPECIFICATION: 'true' } } })

  test('anybody reads the specification, and software fetches it', { tag: '@exhaustive' }, async ({
    browser,
    portal,
  }) => {
    const page = await browser.newPage()
    await page.goto(`${portal.url}/specification/23056#${missing}`)
    await expect(page.getByRole('heading', { name: 'Records checked' })).toBeVisible()
    await page.getByRole('link', { name: 'Specification', exact: true }).first().click()
    await expect(page.getByRole('link', { name: 'Change feed (Atom)' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Student 2024/25' })).toHaveCount(0)
    const feed = await page.request.get(`${portal.url}/api/specification/feed.atom`)
    expect([feed.status(), (await feed.text()).includes('23056_1.0.0')]).toEqual([200, true])
    await page.close()
  })
})

test('a narrow window is never wider than itself, even before the script has measured its table', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-guest')
  // As on a busy machine: nothing is told of a size yet.
  await page.addInitScript(() => {
    window.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
  })
  await page.setViewportSize({ width: 360, height: 800 })
  for (const part of ['rules', 'dictionary', 'derived']) {
    await page.goto(`${portal.url}/specification/23056?part=${part}&locale=en-XA`)
    await expect(page.locator('tbody[data-status]').getByRole('row').nth(5)).toBeVisible()
    expect(await cutTexts(page), part).toEqual([])
  }
})
