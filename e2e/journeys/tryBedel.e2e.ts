import { expect, test } from '../support/fixtures.ts'
import { guideOf, walk } from '../support/guide.ts'

test('the page "Try Bedel" leads to a signed-off record', async ({ pageOf }) => {
  const pages = await walk(await guideOf('docs/operate/try.md', 'From upload to sign-off'), new Map(), pageOf)
  expect([...pages.keys()]).toEqual(['ashby-signoff', 'bedel-staff', 'ohe-analyst'])
})
