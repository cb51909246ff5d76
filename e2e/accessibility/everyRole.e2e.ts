import { kinds, people, showEverything } from '../support/everyScreen.ts'
import { test } from '../support/fixtures.ts'
import { visitSound } from './sound.ts'

/*
 * Every screen of the router in front of each kind of user who sees it, light and dark. What only comes to be by a gesture is
 * looked at in the other files of this folder.
 */

/** Pages of a submission that statutory customers do not see (specification 2 §2). */
const denied = ['upload', 'processing', 'submit', 'approval', 'signOff']

test.use({ scene: 'outside' })

test('the most used screens of provider and staff', async ({ pageOf, portal }) => {
  const provider = await pageOf(people.provider)
  const { mostUsedBy } = await showEverything(provider, portal)
  const agency = await pageOf(people.agency)
  for (const [kind, page] of [
    ['provider', provider],
    ['agency', agency],
  ] as const)
    for (const { screen, address } of mostUsedBy(kind))
      await visitSound(page, `${portal.url}${address}`, `${screen} of the ${kind}`)
})

for (const kind of kinds)
  test(`every screen of the ${kind}`, { tag: '@exhaustive' }, async ({ pageOf, portal }) => {
    test.slow()
    const { seenBy } = await showEverything(await pageOf(people.provider), portal)
    const page = await pageOf(people[kind])
    for (const { screen, address } of seenBy(kind))
      await visitSound(
        page,
        `${portal.url}${address}`,
        kind === 'regulator' && denied.includes(screen) ? 'access denied' : `${screen} of the ${kind}`,
      )
  })
