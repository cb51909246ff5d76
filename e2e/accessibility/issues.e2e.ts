import { raiseIssue, uploadAndProcess } from '../journeys/steps.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { expectSound, visitSound } from './sound.ts'

test('the screens of issues', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const { url } = portal
  const provider = await pageOf('ashby-signoff')
  await visitSound(provider, `${url}/issues`, 'issues, none')
  await provider.goto(`${url}/`)
  await uploadAndProcess(
    provider,
    await sampleFile('ashby.xml', { provider: '0001', students: 60, faults: 'rules' }),
  )
  const id = await raiseIssue(provider)
  await provider
    .getByRole('table', { name: 'Quality rules' })
    .locator('label', { has: provider.getByRole('checkbox', { name: /^Select (?!all)/ }) })
    .first()
    .click()
  await provider.getByRole('button', { name: 'Explain 1 rule' }).click()
  await expect(provider.getByRole('button', { name: 'Send explanation' })).toBeVisible()
  await expectSound(provider, 'report, a rule to be explained')
  await visitSound(provider, `${url}/issues`, 'issues')
  await visitSound(provider, `${url}/issues/${id}?do=REQUEST_OVERRIDE`, 'issue, override to be asked for')
  await visitSound(provider, `${url}/issues/${id}?do=ASSIGN`, 'issue, to be assigned')
  await provider.goto(`${url}/issues`)
  await provider
    .locator('label', { has: provider.getByRole('checkbox', { name: /^Select (?!all)/ }) })
    .first()
    .click()
  await expect(provider.getByRole('button', { name: 'Explain 1 issue' })).toBeVisible()
  await expectSound(provider, 'issues, one chosen')
  const analyst = await pageOf('bedel-analyst')
  await visitSound(analyst, `${url}/issues/${id}`, 'issue, agency')
})
