import { pseudo } from '../scripts/messages/icu.ts'
import { type Action, actionLabel } from '../src/domain/labels.ts'
import { inEnglish } from '../src/model/everyMessage.ts'
import { tick } from './journeys/steps.ts'
import { type Visitor, visitorOf } from './pseudo/visitor.ts'
import { type Kind, kinds, people, showEverything } from './support/everyScreen.ts'
import { expect, test } from './support/fixtures.ts'
import { sampleFile } from './support/samples.ts'

/**
 * Every screen of the router in the pseudo-language, in front of each kind of user: nothing that people read stands
 * outside the catalogue of messages, and there is room for text that is 40 % longer.
 */

test.use({ scene: 'outside' })

test('the most used screens are in the catalogue and have room for longer text', async ({
  pageOf,
  portal,
}) => {
  const provider = await pageOf(people.provider)
  const { mostUsedBy } = await showEverything(provider, portal)
  const found = await Promise.all(
    (['provider', 'agency'] as const).map(async kind => {
      const page = kind === 'provider' ? provider : await pageOf(people[kind])
      const visitor = await visitorOf(page, portal.url)
      for (const { screen, address } of mostUsedBy(kind))
        await visitor.visit(`${screen} of the ${kind}`, address)
      return visitor.found()
    }),
  )
  expect(found.flat()).toEqual([])
})

/** An action as its button is named in the pseudo-language. */
const named = (action: Action) => ({ name: pseudo(inEnglish(actionLabel(action))), exact: true })

test('every screen is in the catalogue and has room for longer text', { tag: '@exhaustive' }, async ({
  pageOf,
  portal,
}) => {
  const [provider, validator, agency, regulator] = await Promise.all(kinds.map(kind => pageOf(people[kind])))
  if (!provider || !validator || !agency || !regulator) throw new Error('Somebody is not signed in.')
  const { own, seenBy } = await showEverything(provider, portal)

  const visitors: Record<Kind, Visitor> = {
    provider: await visitorOf(provider, portal.url),
    validator: await visitorOf(validator, portal.url),
    agency: await visitorOf(agency, portal.url),
    regulator: await visitorOf(regulator, portal.url),
  }
  const visitAll = async (kind: Kind): Promise<void> => {
    for (const { screen, address } of seenBy(kind))
      await visitors[kind].visit(`${screen} of the ${kind}`, address)
  }
  await test.step('all screens', () => Promise.all(kinds.map(visitAll)))

  await test.step('the way to sign-off', async () => {
    await visitors.provider.visit('upload, ready', own.replace(/[^/]+$/, 'new/upload'))
    await provider
      .locator('input[type=file]')
      .setInputFiles(await sampleFile('c.xml', { provider: '0003', students: 40 }))
    await expect(provider.getByRole('button', named('UPLOAD_REQUESTED'))).toBeEnabled()
    await visitors.provider.look('upload, ready')
    await visitors.provider.visit('submit', `${own}/submit`)
    await tick(provider)
    await provider.getByRole('button', named('SUBMIT')).click()
    await expect(provider).toHaveURL(/\/approval$/)
    await visitors.provider.look('approval, awaited')
    await visitors.agency.visit('collection, with what awaits approval', '/monitoring/23056')
    await agency.getByRole('row', { name: 'Cardigan' }).getByRole('button').last().click()
    await agency.getByRole('menuitem', named('APPROVE')).click()
    const dialog = agency.locator('[role=alertdialog]:not([aria-modal=false])')
    await expect(dialog).toBeVisible()
    await visitors.agency.look('confirmation')
    await dialog.getByRole('button', named('APPROVE')).click()
    await expect(dialog).toBeHidden()
    await visitors.agency.look('collection, approved')
    await visitors.provider.visit('sign-off', `${own}/signoff`)
    await tick(provider)
    await provider.getByRole('button', named('REQUEST_SIGN_OFF')).click()
    await visitors.provider.look('sign-off, requested')
  })

  expect(Object.values(visitors).flatMap(({ found }) => found())).toEqual([])
})
