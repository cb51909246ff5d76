import { actOnRow, openMonitoring, submitForApproval, uploadAndProcess } from '../journeys/steps.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { expectSound, visitSound } from './sound.ts'

/** Every view of the inspector, in front of the agency and of a provider. */

test("the inspector's screens", { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const { url } = portal
  const provider = await pageOf('cardigan-signoff')
  await uploadAndProcess(provider, await sampleFile('c.xml', { provider: '0003', students: 60 }))
  const [pages = '', submission = ''] = /^.*\/submissions\/[^/]+\/([^/]+)\//.exec(provider.url()) ?? []
  await submitForApproval(provider)
  const agency = await pageOf('bedel-admin')
  await openMonitoring(agency, portal)
  await actOnRow(agency, 'Cardigan Bay University', 'Approve', 'Approved')

  const views = {
    diagram: '',
    'diagram, folded': 'fold=processing',
    'diagram, a state': 'state=qualityAssurance.credibilityPassed',
    text: 'view=text',
    'why not': 'view=why&state=qualityAssurance.qualityProcessingComplete&operationalFailures=yes',
    'what if': `view=what-if&submission=${submission}`,
    'coverage by traffic': 'view=coverage&source=traffic',
    versions: 'view=versions&before=0.1.0-alpha.1',
    'versions of another chart': 'view=versions&chart=resource&before=0.1.0-alpha.1',
    history: `view=history&submission=${submission}`,
    sequence: `view=sequence&submission=${submission}`,
    time: `view=time&submission=${submission}`,
    heat: 'view=heat',
    failures: 'view=failures',
  }
  for (const [name, query] of Object.entries(views))
    await visitSound(agency, `${url}/inspector?${query}`, `inspector, ${name}`)
  await agency.goto(`${url}/inspector?view=heat`)
  await agency
    .getByRole('table', { name: 'Statuses' })
    .getByRole('link', { name: /^1: Submissions that have been at "Uploaded"/ })
    .click()
  await expect(
    agency.getByRole('heading', { name: 'Submissions that have been at "Uploaded"' }),
  ).toBeVisible()
  await expectSound(agency, 'inspector, submissions behind a number')
  await agency.goto(`${url}/inspector?view=conformance`)
  await expect(agency.getByText('The history matches the chart')).toBeVisible()
  await expectSound(agency, 'inspector, conformance')
  await visitSound(provider, `${pages}lifecycle`, 'lifecycle of the submission')
})
