import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { expectSound, visitSound } from './sound.ts'

test('the specification and the accessibility statement, also without signing in', {
  tag: '@exhaustive',
}, async ({ browser, pageOf, portal }) => {
  const visitor = await (await browser.newContext()).newPage()
  await visitSound(visitor, `${portal.url}/accessibility`, 'accessibility, signed out')
  await visitSound(visitor, `${portal.url}/specification`, 'specification, signed out')
  await visitSound(visitor, `${portal.url}/validate`, 'check of a file, signed out')
  await visitor
    .locator('input[type=file]')
    .first()
    .setInputFiles(await sampleFile('a.xml', { provider: '0001', students: 40, faults: 'schema' }))
  await visitor.getByRole('button', { name: /Or use a published schema/ }).click()
  await visitor.getByRole('option', { name: /^Student 2023\/24/ }).click()
  await visitor.getByRole('button', { name: 'Check file' }).click()
  await expect(visitor.locator('mark[data-current]')).toBeVisible()
  await expectSound(visitor, 'faults of a file in its text')
  await visitor.context().close()
  const page = await pageOf('ashby-guest')
  await visitSound(page, `${portal.url}/specification`, 'published specifications')
  const address = `${portal.url}/specification/23056`
  await visitSound(page, address, 'published rules')
  await page.goto(`${address}#QR.STUDENT.Student.BIRTHDTE.901.V01`)
  await expect(page.getByRole('heading', { name: 'Records checked' })).toBeVisible()
  await expectSound(page, 'published rule')
  await visitSound(page, `${address}?part=dictionary`, 'data dictionary')
  await page.goto(`${address}#Disability.DISABILITY`)
  await expect(page.getByRole('table', { name: 'Codes' })).toBeVisible()
  await expectSound(page, 'published field')
  await visitSound(page, `${address}?part=derived`, 'published derived fields')
  await visitSound(page, `${address}?part=changes`, 'published changes')
  await visitSound(page, `${address}?part=whole`, 'specification on one page')
})
