import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { submitForApproval, uploadAndProcess } from './steps.ts'

/** The agency begins with what awaits it over all collections (decisions §6 "Dashboard"). */

test('an analyst goes from the queue to what has waited longest, approves it, and finds the queue shorter', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf('ashby-signoff')
  await uploadAndProcess(provider, await sampleFile('ashby.xml', { provider: '0001', students: 20 }))
  await submitForApproval(provider)

  const agency = await pageOf('bedel-analyst')
  await agency.goto(portal.url)
  const queue = agency.getByRole('region', { name: 'My queue' })
  const row = queue.getByRole('row', { name: /University of Ashby.*Awaiting Bedel approval/ })
  await expect(row).toContainText('Student 2023/24')
  await expect(agency.getByRole('region', { name: 'Student 2023/24' })).toContainText(
    'Of 4 providers, 1 has submitted for approval and 0 are signed off.',
  )
  await queue.getByRole('link', { name: /^Approvals/ }).click()
  await expect(agency).toHaveURL(/\?queue=approval$/)
  await row.getByRole('link', { name: 'University of Ashby', exact: true }).click()
  await expect(agency.getByRole('heading', { level: 1, name: 'ashby.xml' })).toBeVisible()
  await agency.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = agency.getByRole('alertdialog', { name: 'Confirmation required!' })
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog).toBeHidden()
  await agency.goto(portal.url)
  await expect(queue.getByText(/await/)).toBeVisible()
  await expect(row).toHaveCount(0)

  const regulator = await pageOf('ohe-analyst')
  await regulator.goto(portal.url)
  await expect(
    regulator
      .getByRole('region', { name: 'My queue' })
      .getByRole('link', { name: 'University of Ashby', exact: true }),
  ).toBeVisible()
  const receiver = await pageOf('ohe-delivery')
  await receiver.goto(portal.url)
  await expect(receiver.getByRole('region', { name: 'Your latest deliveries' })).toBeVisible()
  await expect(receiver.getByRole('region', { name: 'My queue' })).toHaveCount(0)
})
