import { expect, test } from '../support/fixtures.ts'
import { guideOf, walk } from '../support/guide.ts'

test("README's first journey leads to a signed-off record", async ({ pageOf }) => {
  const pages = await walk(await guideOf('README.md', 'Try it'), new Map(), pageOf)
  expect([...pages.keys()]).toEqual(['ashby-signoff', 'bedel-staff', 'ohe-analyst'])
})
