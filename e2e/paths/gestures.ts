import { randomUUID } from 'node:crypto'
import { expect, type Page, type Route } from '@playwright/test'
import { sql } from 'kysely'
import type { Principal } from '../../src/domain/principal.ts'
import { statusOf } from '../../src/domain/status.ts'
import {
  type LifecycleEventType,
  type Stage as ProcessingStage,
  statusOfLeaf,
  type UserEventType,
} from '../../src/machines/submission-lifecycle/index.ts'
import type { PathStep } from '../../src/model/paths/testPath.ts'
import { gesturesAt } from '../../tests/server/support/gestures.ts'
import { type Kept, statusAfter, type WorkerEvent } from '../../tests/server/support/lifecycleSteps.ts'
import { returnedForm } from '../../tests/server/support/returnedForm.ts'
import { copyOf, type Scene, userIn } from '../../tests/server/support/scene.ts'
import { type SignedPost, sendForm } from '../../tests/server/support/sendForm.ts'
import { actOnRow, notices, tick } from '../journeys/steps.ts'
import { goTo } from '../support/goWithin.ts'
import { holdNext } from '../support/intercept.ts'
import { sampleFile } from '../support/samples.ts'
import { expectRow, expectShown, expectStatus } from './sight.ts'
import type { Stage } from './stage.ts'

/** A submission on its way through a path, in front of people. */
export interface Walk {
  stage: Stage
  scene: Scene
  /** The submission; a fresh id until it is there. */
  id: string
  /** A submission of the provider that was there before. */
  earlier: string | undefined
  /** The provider's page of the submission. */
  provider: Page
  /** The file's way to the store, held back. */
  post: (SignedPost & { route: Route }) | undefined
}

type Gesture = (walk: Walk, step: PathStep) => Promise<void>

const list = ({ stage }: Walk): string => `${stage.url}/submissions`

/** Address of the submission; the stepper leads on to its current step. */
export const rootOf = (walk: Walk): string => `${list(walk)}/${walk.scene.collectionId}/${walk.id}`

/** Address at which the provider begins another submission. */
export const newUploadOf = (walk: Walk): string => `${list(walk)}/${walk.scene.collectionId}/new/upload`

const byActor = ({ scene, stage }: Walk, { event }: PathStep): Promise<Page> =>
  stage.pageOf(userIn(scene, event.actor as Principal))

/** The monitoring page of the collection, as this user sees it. */
export const monitoringOf = async ({ stage, scene }: Walk, userId: string): Promise<Page> => {
  const page = await stage.pageOf(userId)
  const address = `${stage.url}/monitoring/${scene.reference}`
  await goTo(page, address)
  return page
}

/** The action of the provider's row, which has to show first what the submission has come to. */
const onRow =
  (action: string, done: string): Gesture =>
  async (walk, { event, from }) => {
    const page = await monitoringOf(walk, userIn(walk.scene, event.actor as Principal))
    const before = statusOfLeaf(from)
    if (before && before !== 'UNKNOWN') await expectRow(page, walk.scene.providerName, before)
    await actOnRow(page, walk.scene.providerName, action, done)
    await notices(page).getByRole('button', { name: 'Close' }).first().click()
  }

/** By the call itself, for what no screen offers. */
const byCall = async (walk: Walk, step: PathStep, type: UserEventType): Promise<void> => {
  const { stage, scene } = walk
  const { method, path, body } = gesturesAt(scene)[type].make(walk.id, statusOf(statusAfter(step)).id)
  const { status } = await stage.server.call(userIn(scene, step.event.actor as Principal), method, path, {
    body,
  })
  expect(status).toBeLessThan(300)
}

/** Nobody waits for the answer of a post any more. */
const dropPost = async (walk: Walk): Promise<void> => {
  await walk.post?.route.abort().catch(() => undefined)
  walk.post = undefined
}

const files = new Map<string, Promise<string>>()

/** A small file of the provider; made once. */
const fileOf = (instId: string): Promise<string> => {
  const file = files.get(instId) ?? sampleFile('path.xml', { provider: instId, students: 3 })
  files.set(instId, file)
  return file
}

/** The submission of a page, by its address. */
export const submissionIn = (url: string): string => new URL(url).pathname.split('/')[3] ?? ''

/** What people do, at the screens; what the store, the clock and other submissions do, at the server. */
const gestures: Record<Exclude<LifecycleEventType, WorkerEvent>, Gesture> = {
  UPLOAD_REQUESTED: async (walk, step) => {
    const page = await byActor(walk, step)
    walk.provider = page
    const posted = holdNext(page, '**/api/store/upload')
    const requested = page.waitForResponse(response => /\/uploadRequest$/.test(response.url()))
    // A submission whose nil return was withdrawn takes a file itself; another one is begun at the list.
    const isUnbegun = statusOfLeaf(step.from) === 'UNKNOWN'
    if (isUnbegun || !page.url().startsWith(list(walk))) await goTo(page, list(walk))
    await page.getByRole('button', { name: 'Upload file to Student 2023/24' }).click()
    await page.locator('input[type=file]').setInputFiles(await fileOf(walk.scene.instId))
    await page.getByRole('button', { name: 'Upload file', exact: true }).click()
    const answer = await requested
    const { url, fields } = (await answer.json()) as SignedPost
    walk.id = (answer.request().postDataJSON() as { submissionUuid: string }).submissionUuid
    // The id enters the address when the server knows it.
    await expect(page).toHaveURL(`${rootOf(walk)}/upload`)
    walk.post = { url, fields, route: await posted }
  },
  UPLOAD_CANCELLED: async walk => {
    const held = walk.post
    await walk.provider.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(
      walk.provider.getByText('We were unable to upload your file or the upload was cancelled.'),
    ).toBeVisible()
    await held?.route.abort().catch(() => undefined)
    walk.post = undefined
    await goTo(walk.provider, rootOf(walk))
  },
  NIL_RETURN_CREATED: async (walk, step) => {
    await onRow('Create nil return', 'Nil return created')(walk, step)
    const found = await walk.stage.server.inSystem(tx =>
      sql<{
        id: string
      }>`select id from submission where inst_id = ${walk.scene.instId} order by created_utc desc`.execute(
        tx,
      ),
    )
    walk.id = found.rows[0]?.id ?? ''
    await goTo(walk.provider, rootOf(walk))
  },
  NIL_RETURN_WITHDRAWN: async (walk, step) => {
    await onRow('Withdraw nil return', 'Nil return withdrawn')(walk, step)
    await goTo(walk.provider, rootOf(walk))
  },
  SUBMIT: async walk => {
    await goTo(walk.provider, `${rootOf(walk)}/reports`)
    await walk.provider.getByRole('link', { name: 'Continue to Submit' }).click()
    await tick(walk.provider)
    await walk.provider.getByRole('button', { name: 'Submit for approval', exact: true }).click()
    await expect(walk.provider).toHaveURL(/\/approval$/)
  },
  APPROVE: onRow('Approve', 'Approved'),
  DECLINE: onRow('Decline', 'Declined'),
  REQUEST_SIGN_OFF: async walk => {
    await goTo(walk.provider, `${rootOf(walk)}/signoff`)
    await tick(walk.provider)
    await walk.provider.getByRole('button', { name: 'Request sign-off' }).click()
  },
  SIGN_OFF: onRow('Sign-off submission', 'Signed off'),
  // Of a form that is returned in the database: e2e/journeys returns one on the page.
  FORM_REFUSED: async (walk, step) => {
    await walk.stage.server.inSystem(tx => sql.raw(returnedForm(walk.id)).execute(tx))
    await byCall(walk, step, 'FORM_REFUSED')
  },
  REQUEST_RESUBMISSION: onRow('Decline', 'Resubmission requested'),
  // No screen offers it.
  HISTORIC_AMENDMENT_REQUESTED: (walk, step) => byCall(walk, step, 'HISTORIC_AMENDMENT_REQUESTED'),
  // The provider's page goes on to the copy.
  REPROCESSED: async (walk, step) => {
    const address = rootOf(walk)
    if (!walk.provider.url().startsWith(address)) await goTo(walk.provider, address)
    await expectStatus(walk.provider, statusAfter(step))
    await onRow('Re-process', 'Re-processing started')(walk, step)
    await expect.poll(() => walk.provider.url()).not.toContain(walk.id)
    await expectShown(walk.provider)
    await goTo(walk.provider, address)
  },
  HISTORY_REQUESTED: onRow('Regenerate history', 'History generation started'),
  COPIED: async (walk, step) => {
    const source = walk.earlier ?? randomUUID()
    if (!walk.earlier) {
      await walk.stage.server.place({ ...walk.scene, id: source }, 'PROVISIONING_ERROR')
      // It was put there without a word: a page that stands open from a gesture before does not know of it.
      await (await monitoringOf(walk, 'bedel-admin')).reload()
    }
    const reprocessed = { ...step, event: { ...step.event, actor: walk.stage.server.actor('bedel-admin') } }
    await onRow('Re-process', 'Re-processing started')({ ...walk, id: source }, reprocessed)
    const { body } = await walk.stage.server.call<{ copiedTo: string }>(
      'bedel-staff',
      'GET',
      `/submissions/${source}`,
    )
    walk.id = body.copiedTo
    await goTo(walk.provider, rootOf(walk))
  },
  FILE_STORED: async walk => {
    await walk.post?.route.continue()
    walk.post = undefined
  },
  // The store refuses a form whose file is smaller than announced.
  UPLOAD_FAILED: async walk => {
    const answer = await sendForm(walk.stage.url, walk.post ?? { url: '', fields: {} }, '<S/>')
    expect(answer.status).toBeGreaterThanOrEqual(400)
    await walk.post?.route.fulfill({ status: answer.status, body: await answer.text() })
    walk.post = undefined
  },
  UPLOAD_EXPIRED: async walk => {
    const { server } = walk.stage
    await server.inSystem(tx =>
      sql`update pgboss.job set data = data || ${JSON.stringify({ due: server.clock.now() })}::jsonb
        where name = 'deadline' and data ->> 'submissionId' = ${walk.id}`.execute(tx),
    )
    await server.processing.deadlines.tick()
    await dropPost(walk)
  },
  SUPERSEDED: walk => walk.stage.server.report(walk.id, 'SUPERSEDED'),
}

const processing = [
  'PROVISIONING',
  'SCHEMA_CHECK',
  'RIGHT_TO_PROCESS',
  'ENRICHMENT',
  'QUALITY_RULES',
  'CREDIBILITY',
  'COLLECTION_REPORTS',
] as const satisfies readonly ProcessingStage[]

/** A copy of a submission that another one was re-processed into. */
const haveCopied = async (walk: Walk): Promise<void> => {
  const { server } = walk.stage
  const source = walk.earlier ?? randomUUID()
  if (!walk.earlier) await server.place({ ...walk.scene, id: source }, 'PROVISIONING_ERROR')
  walk.id = await copyOf(server, walk.scene, source)
}

/** A submission that the workers have processed whole, with the history of it. */
export const haveProcessed = async (walk: Walk): Promise<void> => {
  const { server } = walk.stage
  await haveCopied(walk)
  for (const step of processing) {
    // A copy is born with its first step begun.
    if (step !== 'PROVISIONING') await server.report(walk.id, `${step}_STARTED`)
    await server.report(walk.id, `${step}_PASSED`)
  }
  await server.report(walk.id, 'QUALITY_PROCESSING_COMPLETED')
}

const hasGesture = (type: LifecycleEventType): type is keyof typeof gestures => type in gestures

/** Does what causes a step of a path. */
export const take = (walk: Walk, step: PathStep): Promise<void> => {
  const type = step.event.type as LifecycleEventType
  return hasGesture(type) ? gestures[type](walk, step) : walk.stage.server.report(walk.id, type)
}

/** What a call can stand for where a walk goes through what another has shown: all but a file, which the page sends. */
const callsFor: Partial<Record<LifecycleEventType, Gesture>> = {
  COPIED: haveCopied,
  SUBMIT: (walk, step) => byCall(walk, step, 'SUBMIT'),
  APPROVE: (walk, step) => byCall(walk, step, 'APPROVE'),
  DECLINE: (walk, step) => byCall(walk, step, 'DECLINE'),
  REQUEST_SIGN_OFF: (walk, step) => byCall(walk, step, 'REQUEST_SIGN_OFF'),
  SIGN_OFF: (walk, step) => byCall(walk, step, 'SIGN_OFF'),
}

/** Whether a step can be taken past the screens. */
export const hasCall = ({ event: { type } }: PathStep): boolean => type in callsFor || !(type in gestures)

/** Does what causes a step past the screens: by a call, or by the report of a worker. */
export const takeByCall = (walk: Walk, step: PathStep): Promise<void> => {
  const type = step.event.type as LifecycleEventType
  return callsFor[type]?.(walk, step) ?? walk.stage.server.report(walk.id, type)
}

/** Whether the step leaves the submission as the provider's latest. */
export const isLatestAfter = ({ facts }: PathStep): boolean => (facts as Kept).isLatest
