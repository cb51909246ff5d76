import { describe, expect, it } from 'vitest'
import { err, ok } from '../../src/machines/support/index.ts'
import { selectFault, selectListed, validatePageMachine } from '../../src/machines/validate-page/index.ts'
import {
  document,
  faulty,
  offered,
  unauthorised,
  validatePageSpec,
} from '../../src/model/charts/validatePage.ts'
import { done, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('the page /validate', () => {
  isWalkedWhole(validatePageSpec)

  const opened = async () => {
    const walk = live(validatePageMachine, { hasSignedIn: true, reference: '23056' })
    await walk.cause(done('readOffer', ok(offered)))
    return walk
  }

  it('begins with the schema that a link names', async () => {
    const walk = await opened()
    expect(walk.actor.getSnapshot().context.schema).toEqual({ kind: 'published', reference: '23056' })
  })

  it('stays open for who has just signed in, whatever the server answers', async () => {
    const walk = live(validatePageMachine, { hasSignedIn: true, reference: undefined })
    await walk.cause(done('readOffer', err(unauthorised)))
    expect(walk.actor.getSnapshot().value).toEqual({ idle: 'choosing' })
  })

  it('goes through the faults of a group, round and round', async () => {
    const walk = await opened()
    await walk.cause({ type: 'FILES_CHOSEN', files: [document] })
    await walk.cause({ type: 'CHECK' })
    await walk.cause(done('checkFile', ok(faulty)))
    const lineAfter = async (type: 'NEXT' | 'PREVIOUS') => {
      await walk.cause({ type })
      return selectFault(walk.actor.getSnapshot())?.line
    }
    expect([await lineAfter('NEXT'), await lineAfter('NEXT'), await lineAfter('NEXT')]).toEqual([2, 5, 1])
    expect(await lineAfter('PREVIOUS')).toBe(5)
    await walk.cause({ type: 'SHOW_GROUP', group: 'b' })
    expect(selectListed(walk.actor.getSnapshot()).map(({ fault }) => fault.line)).toEqual([1, 5])
    expect([await lineAfter('NEXT'), await lineAfter('NEXT')]).toEqual([1, 5])
    await walk.cause({ type: 'SHOW_GROUP', group: 'c' })
    expect(selectFault(walk.actor.getSnapshot())?.line).toBe(2)
  })
})
