import { randomUUID } from 'node:crypto'
import { chooseFile, openSubmissions, tick, uploadAndProcess } from '../journeys/steps.ts'
import { setCollectionState } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'
import { intercept } from '../support/intercept.ts'
import { sampleFile } from '../support/samples.ts'
import { revokeSession, spoilToken } from '../support/session.ts'
import { expectSound, visitSound } from './sound.ts'

/** What people see when something went wrong. */

test('screens of faults', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const page = await pageOf('ashby-signoff')
  await visitSound(page, `${portal.url}/submissions/c24056/${randomUUID()}/upload`, 'no submissions taken')

  await openSubmissions(page)
  await page.getByRole('button', { name: 'Upload file to Student 2023/24' }).click()
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  await expect(page.getByText('"a.csv" is not an XML file.')).toBeVisible()
  await expectSound(page, 'upload, refused')
  await file.setInputFiles(await sampleFile('m.xml', { provider: '0001', students: 20, faults: 'malformed' }))
  await expect(page.getByText('File validation failed.').first()).toBeVisible()
  await expectSound(page, 'upload, malformed')

  const takeUploads = await intercept(page, '**/api/store/upload', route => route.abort())
  await file.setInputFiles(await sampleFile('a.xml', { provider: '0001', students: 20 }))
  await page.getByRole('button', { name: 'Upload file', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Upload failed' })).toBeVisible()
  await page.getByRole('button', { name: 'Details' }).click()
  await expectSound(page, 'upload, failed')
  takeUploads()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/reports$/)

  await page.goto(portal.url)
  await expect(page.getByText('Quality processing complete').first()).toBeVisible()
  const answer = await intercept(page, '**/api/**', route => route.abort())
  await page.getByRole('link', { name: 'Submissions', exact: true }).click()
  await expect(page.getByText('Error getting collections')).toBeVisible()
  await expectSound(page, 'manage submissions, failed')
  answer()

  await page.goto(portal.url)
  await openSubmissions(page)
  await chooseFile(page, await sampleFile('late.xml', { provider: '0001', students: 20 }))
  await expect(page.getByText('Ready to upload')).toBeVisible()
  await setCollectionState(portal, '23056', 'Closed')
  await page.getByRole('button', { name: 'Upload file', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Upload failed' })).toBeVisible()
  await expectSound(page, 'upload, collection closed')
})

test('the screen of a session that ended', { tag: '@exhaustive' }, async ({ pageOf }) => {
  const page = await pageOf('cardigan-signoff')
  await uploadAndProcess(page, await sampleFile('c.xml', { provider: '0003', students: 20 }))
  await page.getByRole('link', { name: 'Continue to Submit' }).click()
  await tick(page)
  expect(await revokeSession(page)).toBe(400)
  await spoilToken(page)
  await page.getByRole('button', { name: 'Submit for approval', exact: true }).click()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  await expectSound(page, 'session ended')
})
