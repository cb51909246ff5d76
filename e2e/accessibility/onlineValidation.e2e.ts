import { chooseFile, sendFile } from '../journeys/steps.ts'
import { expect, test } from '../support/fixtures.ts'
import { sampleFile } from '../support/samples.ts'
import { visitSound } from './sound.ts'

test('the screens of online validation', { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
  const { url } = portal
  const page = await pageOf('ashby-ovt')
  await visitSound(page, `${url}/online-validation`, 'online validation, empty')
  await chooseFile(page, await sampleFile('check.xml', { provider: '0001', students: 40, faults: 'rules' }))
  await sendFile(page)
  await expect(page).toHaveURL(/\/reports$/)
  const reports = page.url()
  await visitSound(page, url, 'dashboard of who validates online')
  await visitSound(page, `${url}/online-validation`, 'online validation, with a file')
  await visitSound(page, reports, 'quality assurance of online validation')
  await visitSound(page, reports.replace(/reports$/, 'lifecycle'), 'lifecycle of online validation')

  const analyst = await pageOf('bedel-analyst')
  await visitSound(analyst, `${url}/monitoring/23056?mi.open=ovt`, 'monitoring of online validation')
  const mirror = reports.replace(/online-validation\/(\w+)\//, 'monitoring/23056/$1/online-validation/0001/')
  await visitSound(analyst, mirror, 'quality assurance of online validation, agency')
})
