import { expect, test } from '../support/fixtures.ts'
import { actOnRow, openMonitoring, openSubmissions } from './steps.ts'

/** A nil return that the agency withdraws leaves no submission (decisions §12). */

test('a nil return that was withdrawn lets the provider upload again', async ({ pageOf, portal }) => {
  const agency = await pageOf('bedel-analyst')
  await openMonitoring(agency, portal)
  await actOnRow(agency, 'Dunmore College', 'Create nil return', 'Nil return created')
  const row = agency.getByRole('row', { name: /Dunmore College/ })
  await expect(row).toContainText('Nil return')
  const provider = await pageOf('dunmore-signoff')
  await openSubmissions(provider)
  const upload = provider.getByRole('button', { name: 'Upload file to Student 2023/24' })
  await expect(upload).toHaveAttribute('aria-disabled', 'true')

  await actOnRow(agency, 'Dunmore College', 'Withdraw nil return', 'Nil return withdrawn')
  await expect(row).toContainText('Not started')
  // The provider's page hears of it at once.
  await expect(upload).not.toHaveAttribute('aria-disabled', 'true')
})
