import { latestSubmissions } from '../support/database.ts'
import { expect, test } from '../support/fixtures.ts'
import { goTo } from '../support/goWithin.ts'
import { savedCsv } from '../support/savedCsv.ts'

test.use({ scene: 'clean' })

/** A regulator makes outputs again and takes them away (specification 1 §2, §6; decisions §6, §13). */
test('a regulator has outputs of a submission made again, downloads one, and reads the same on its report', {
  tag: '@exhaustive',
}, async ({ pageOf, portal }) => {
  const regulator = await pageOf('ohe-analyst')
  await regulator.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'IRIS' }).click()
  await expect(regulator.getByRole('heading', { level: 1, name: 'IRIS Re-processing' })).toBeVisible()
  const outputs = regulator.getByRole('table', { name: 'Outputs by provider and submission' })
  const first = outputs.getByRole('row', { name: /Student numbers by level and mode/ })
  await expect(first).toContainText('Not re-processed')
  await regulator.locator('label', { hasText: /^Select Student numbers by level and mode of a\.xml/ }).click()
  await regulator.getByRole('button', { name: 'Re-process selected' }).click()
  await regulator
    .getByRole('alertdialog', { name: 'Re-process the selected outputs?' })
    .getByRole('button', { name: 'Re-process 1 output' })
    .click()
  await expect(regulator).toHaveURL(/\?job=[0-9a-f-]{36}$/)
  await expect(regulator.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await expect(
    regulator.getByRole('table', { name: 'Providers in the job' }).getByRole('row', { name: /Ashby/ }),
  ).toContainText('Regenerated')

  await regulator.getByRole('button', { name: 'Select outputs' }).click()
  await expect(first).toContainText('Regenerated')
  const saved = await savedCsv(first.getByRole('button', { name: /^Download Student numbers/ }))
  expect(saved.name).toBe('IRIS.23056.0001.1.csv')
  expect(saved.text).toContain('LEVEL,MODE,ENGAGEMENTS')

  // The report of the submission itself offers the same to who may.
  const admin = await pageOf('bedel-admin')
  const { '0001': submission } = await latestSubmissions(portal)
  await goTo(
    admin,
    `${portal.url}/monitoring/23056/c23056/0001/${submission}/reports/additional-reports/IRIS`,
  )
  await admin.getByRole('button', { name: 'Re-process', exact: true }).click()
  await admin.getByRole('link', { name: 'View job' }).click()
  await expect(admin.getByText('3 of 3 decided')).toBeVisible()

  // Who has none of the roles is led away.
  const staff = await pageOf('bedel-staff')
  await staff.goto(`${portal.url}/iris-reprocessing`)
  await expect(staff).toHaveURL(`${portal.url}/`)
})
