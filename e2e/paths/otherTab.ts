import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { fileEventOf, publish } from '../../server/live/index.ts'
import { type CollectionStateName, collectionStateOf } from '../../src/domain/collection.ts'
import type { StatusName } from '../../src/domain/status.ts'
import type { UserEventType } from '../../src/machines/submission-lifecycle/index.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { gesturesAt } from '../../tests/server/support/gestures.ts'
import { userIn } from '../../tests/server/support/scene.ts'
import { submissionIn, type Walk } from './gestures.ts'

/** What happens elsewhere while somebody is in front of a page. */

/** Tells the pages of the provider what a submission has come to, as the server would. */
export const tell = async ({ stage: { server }, scene, id }: Walk, status: StatusName): Promise<void> => {
  const now = server.clock.now()
  const known = await server.lifecycle.factsOf(id)
  const facts = known?.facts ?? { ...openFacts, submissionId: id, instId: scene.instId }
  const event = {
    ...scene,
    id,
    status,
    isLatest: true,
    copiedFrom: null,
    fileHash: null,
    version: known?.submission.version ?? 1,
  }
  await server.inSystem(tx => publish(tx, fileEventOf(event, facts, now), now))
}

/** The provider does something in another tab. */
export const byAnotherTab = async (
  { stage: { server }, scene }: Walk,
  type: UserEventType,
  id: string,
): Promise<void> => {
  const { method, path, body } = gesturesAt(scene)[type].make(id, 0)
  const user = userIn(scene, server.actor('ashby-signoff'))
  expect((await server.call(user, method, path, { body })).status).toBeLessThan(300)
}

/**
 * Keeps uploads from being sent: of a submission that the server knows by closing its collection; of one that it does not
 * know, or that has ended before, by an upload in another tab. `unheard`: the collection is closed at the database, so that
 * no page is told of it. Gives what lifts it again.
 */
export const blockUploads = async (walk: Walk, how: 'heard' | 'unheard'): Promise<() => Promise<void>> => {
  const inAddress = submissionIn(walk.provider.url())
  const isNew = inAddress === 'new'
  const id = isNew ? walk.id : inAddress
  const status = await walk.stage.server.statusOfSubmission(id)
  if (how === 'heard' && (status === undefined || (isNew && status !== 'UPLOADING'))) {
    const other = randomUUID()
    await byAnotherTab(walk, 'UPLOAD_REQUESTED', other)
    return () => byAnotherTab(walk, 'UPLOAD_CANCELLED', other)
  }
  const { server } = walk.stage
  const change = async (state: CollectionStateName): Promise<void> => {
    if (how === 'unheard') return server.setCollection(state, walk.scene.collectionId)
    const body = { stateId: collectionStateOf(state).id }
    const path = `/collections/${walk.scene.reference}/state`
    expect((await server.call('bedel-admin', 'PUT', path, { body })).status).toBe(200)
  }
  await change('Closed')
  return () => change('Open')
}
