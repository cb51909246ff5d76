import { uploadAndProcess } from '../journeys/steps.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { savedCsv } from '../support/savedCsv.ts'
import { expectSound } from './sound.ts'

test('the failing records of a rule against the last upload, and the report in the second file', {
  tag: '@exhaustive',
}, async ({ pageOf }) => {
  const provider = await pageOf('ashby-signoff')
  const sample = { provider: '0001', students: 60 } as const
  await uploadAndProcess(provider, await sampleFile('faulty.xml', { ...sample, faults: 'rules' }))
  await uploadAndProcess(provider, await sampleFile('again.xml', { ...sample, faults: 'rules' }))
  const report = provider.getByRole('table', { name: 'Quality rules' })
  await report.getByRole('link').first().click()
  const kinds = provider.getByRole('navigation', { name: /^Failing records compared with the upload of/ })
  const total = Number((await kinds.getByRole('link', { name: /^All/ }).textContent())?.replace(/\D/g, ''))
  expect(total).toBeGreaterThan(0)
  await kinds.getByRole('link', { name: /^Still failing/ }).click()
  await expect(kinds.getByRole('link', { name: /^Still failing/ })).toContainText(String(total))
  const records = provider.getByRole('table', { name: /^Records that fail QR\./ })
  await expect(records.getByRole('row')).toHaveCount(Math.min(total, 25) + 1)
  await expectSound(provider, 'rule, records still there')
  await kinds.getByRole('link', { name: /^Fixed/ }).click()
  await expect(provider.getByText('No records were fixed.')).toBeVisible()
  await expectSound(provider, 'rule, no record mended')
  const changes = await savedCsv(provider.getByRole('button', { name: 'Download the changes' }))
  expect(changes.name).toMatch(/^RecordChanges\.QR\./)
  await provider.getByRole('link', { name: 'Submit' }).first().click()
  // The stepper names the step twice: in its list, and in the line above it that a narrow window shows.
  await expect(provider.getByRole('listitem').getByText(/^Blocked by \d+ rules?$/)).toBeVisible()
  await expect(provider.getByRole('rowheader', { name: 'FTE of all engagements' })).toBeVisible()
  await expectSound(provider, 'submit, blocked, second file')
})
