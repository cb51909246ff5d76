import { kinds, people, showEverything } from '../support/everyScreen.ts'
import { test } from '../support/fixtures.ts'
import { visitSound } from './sound.ts'

/*
 * Every screen of the router in front of each kind of user who sees it, light and dark. What only comes to be by a gesture is
 * looked at in the other files of this folder.
 */

for (const kind of kinds)
  test(`every screen of the ${kind}`, { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
    test.slow()
    const { seenBy } = await showEverything(await pageOf(people.provider))
    const page = await pageOf(people[kind])
    for (const { screen, address } of seenBy(kind))
      await visitSound(page, `${portal.url}${address}`, `${screen} of the ${kind}`)
  })
