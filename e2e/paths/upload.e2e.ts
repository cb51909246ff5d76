import { readFile, rm } from 'node:fs/promises'
import { expect, type Page, type Route } from '@playwright/test'
import { fileEventOf, publish } from '../../server/live/index.ts'
import type { PathStep } from '../../src/machines/inspection/paths/testPath.ts'
import type { UploadEvent } from '../../src/machines/upload/index.ts'
import { openFacts } from '../../tests/model/charts/lifecycle.ts'
import { uploadSpec } from '../../tests/model/charts/upload.ts'
import { pathsOfPortal } from '../../tests/model/support/exportedPaths.ts'
import type { SituationEdge } from '../../tests/model/support/situations.ts'
import type { World } from '../../tests/model/support/testPaths.ts'
import { sceneOf } from '../../tests/server/support/scene.ts'
import { sampleFile } from '../support/samples.ts'
import { rootOf, type Walk } from './gestures.ts'
import { criterion } from './share.ts'
import { test } from './stage.ts'
import { begin, keepWalked } from './walkInBrowser.ts'

/**
 * The transitions of the upload that a person and the answers of server and store can cause: answers are held
 * back at the network, so that somebody can act before them.
 */

/** What the upload waits for, by its calls. */
const calls = {
  checkFile: '**/api/files/expectations*',
  requestUpload: '**/api/files/uploadRequest',
  sendFile: '**/api/store/upload',
  cancelUpload: '**/api/files/cancel-upload',
} as const
type CallName = keyof typeof calls
/** The actor that tells the server of a broken upload makes the same call as a cancellation. */
const callOf = (actor: string): CallName => (actor === 'breakOff' ? 'cancelUpload' : (actor as CallName))

interface Sending extends Walk {
  held: Map<CallName, Route>
  /** The file that was chosen last. */
  file: string
}

const withDropZone = [
  'picking.choosing',
  'picking.refused',
  'picking.checkFailed',
  'picking.invalid',
  'picking.confirmingFindings',
]
const withChooseAnother = ['picking.checking', 'picking.ready']

const actorOf = (type: string): string | undefined => /^xstate\.\w+\.actor\.(\w+)$/.exec(type)?.[1]

/**
 * Progress and what is known of the collection change nothing that is looked at here; a check that failed is tried again
 * by choosing the file again; and once the file has arrived, the page has moved on.
 */
const isPossible = ({ event, fromState }: SituationEdge): boolean => {
  if (['FACTS_CHANGED', 'CHECK_PROGRESS', 'UPLOAD_PROGRESS'].includes(event.type)) return false
  if (fromState === 'done') return false
  if (event.type === 'FILES_CHOSEN') return event.files.length > 0 && withDropZone.includes(fromState)
  if (event.type === 'CHOICE_REFUSED') return withDropZone.includes(fromState)
  if (event.type === 'CHOOSE_ANOTHER') return withChooseAnother.includes(fromState)
  return !(event.type === 'RETRY' && fromState === 'picking.checkFailed')
}
const portal: World = { isPossible: (_, edge) => isPossible(edge) }

/** The call that waits now; one that was cancelled meanwhile does not count. */
const answered = async (walk: Sending, name: CallName): Promise<Route> => {
  await expect.poll(() => walk.held.get(name)?.request().failure()).toBeNull()
  const route = walk.held.get(name)!
  walk.held.delete(name)
  return route
}

const refusal = {
  status: 409,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    detail: 'The collection is closed.',
  }),
}

const granted: Record<Exclude<CallName, 'checkFile'>, Parameters<Route['fulfill']>[0]> = {
  requestUpload: {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ url: '/api/store/upload', fields: { key: 'k' } }),
  },
  sendFile: { status: 204 },
  cancelUpload: { status: 204 },
}

const wellFormed = '<DataFutures></DataFutures>'

/** How the check of a file chosen at a step ends, further on the path; undefined where something else is chosen before. */
const checkAfter = (steps: readonly PathStep[], at: number): PathStep | undefined =>
  steps
    .slice(at + 1)
    .find(
      ({ event }) =>
        actorOf(event.type) === 'checkFile' || event.type.startsWith('CHO') || event.type === 'FILES_CHOSEN',
    )

/** Content of a file whose check ends so. */
const contentFor = async (end: PathStep | undefined, provider: string): Promise<Buffer> => {
  const output = end?.event.output as
    | { wellFormed: boolean; findings?: unknown[]; rightToProcess?: unknown[] }
    | undefined
  if (output?.wellFormed === false) return Buffer.from('<DataFutures><Student></DataFutures>')
  if (output === undefined) return Buffer.from(wellFormed)
  const hasFindings = (output.findings?.length ?? 0) > 0 || (output.rightToProcess?.length ?? 0) > 0
  // The file of another provider would be refused: that is a finding too.
  const whose = hasFindings ? '0002' : provider
  return readFile(await sampleFile('made.xml', { provider: whose, students: 3 }))
}

/** Tells the page that the store has the file, as the server would. */
const tellStored = ({ stage: { server }, scene, id }: Sending): Promise<unknown> => {
  const now = server.clock.now()
  const event = { ...scene, id, status: 'UPLOADED' as const, isLatest: true, copiedFrom: null }
  return server.inSystem(tx => publish(tx, fileEventOf(event, now), now))
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

type Gesture = (walk: Sending, steps: readonly PathStep[], at: number) => Promise<unknown>
const never: Gesture = () => Promise.reject(new Error('No gesture causes this.'))

const gestures: Record<UploadEvent['type'], Gesture> = {
  FILES_CHOSEN: async (walk, steps, at) => {
    const end = checkAfter(steps, at)
    const input = walk.provider.locator('input[type=file]')
    if (end?.event.type.startsWith('xstate.error')) {
      walk.file = await sampleFile('gone.xml', { provider: walk.scene.instId, students: 3 })
      return input.setInputFiles(walk.file)
    }
    const buffer = await contentFor(end, walk.scene.instId)
    return input.setInputFiles({ name: 'a.xml', mimeType: 'text/xml', buffer })
  },
  CHOICE_REFUSED: ({ provider }) =>
    provider
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no record') }),
  UPLOAD: ({ provider }) => press(provider, 'Upload file'),
  UPLOAD_ANYWAY: ({ provider }) => press(provider, 'Upload all the same'),
  CANCEL: ({ provider }) => press(provider, 'Cancel'),
  RETRY: ({ provider }) => press(provider, 'Try again'),
  CHOOSE_ANOTHER: ({ provider }, steps, at) =>
    press(provider, steps[at]?.from === 'picking.checking' ? 'Cancel' : 'Choose another file'),
  FILE_STORED: walk => tellStored(walk),
  FACTS_CHANGED: never,
  CHECK_PROGRESS: never,
  UPLOAD_PROGRESS: never,
}

/** How the answer for an actor arrives: as the step says. */
const settle = async (walk: Sending, { event }: PathStep, actor: string): Promise<void> => {
  const call = callOf(actor)
  const isFault = event.type.startsWith('xstate.error')
  if (call === 'checkFile' && isFault) await rm(walk.file)
  const route = await answered(walk, call)
  if (call === 'checkFile') return route.continue()
  if (isFault) return route.abort()
  return route.fulfill((event.output as { ok: boolean }).ok ? granted[call] : refusal)
}

/** What the page shows in each state. */
const screens: Record<string, (page: Page) => Promise<void>> = {
  'picking.choosing': async page => {
    await expect(page.getByText('Drag your XML file here')).toBeVisible()
    await expect(page.getByText('This file cannot be used')).toBeHidden()
  },
  'picking.refused': page => expect(page.getByText('This file cannot be used')).toBeVisible(),
  'picking.checking': page =>
    expect(page.getByRole('progressbar', { name: 'Checking the file in your browser' })).toBeVisible(),
  'picking.checkFailed': page =>
    expect(page.getByText('The file could not be read', { exact: true })).toBeVisible(),
  'picking.invalid': page => expect(page.getByText('File validation failed.').first()).toBeVisible(),
  'picking.confirmingFindings': page =>
    expect(page.getByRole('button', { name: 'Upload all the same' })).toBeEnabled(),
  'picking.ready': page => expect(page.getByText('Ready to upload')).toBeVisible(),
  'sending.requesting': page =>
    expect(page.getByRole('progressbar', { name: 'Starting the upload' })).toBeVisible(),
  'sending.uploading': page => expect(page.getByText('Keep this page open until the upload')).toBeVisible(),
  'sending.breakingOff': page =>
    expect(page.getByRole('button', { name: 'Cancelling the upload' })).toBeVisible(),
  'sending.cancelling': page =>
    expect(page.getByRole('button', { name: 'Cancelling the upload' })).toBeVisible(),
  failed: page => expect(page.getByRole('heading', { name: 'Upload failed' })).toBeVisible(),
  cancelled: page => expect(page.getByRole('heading', { name: 'Upload failed' })).toBeVisible(),
  done: page => expect(page).toHaveURL(/\/processing$/),
}

const hold = async (walk: Sending): Promise<void> => {
  for (const name of Object.keys(calls) as CallName[]) {
    await walk.provider.unroute(calls[name])
    await walk.provider.route(calls[name], route => {
      walk.held.set(name, route)
    })
  }
}

test.use({ trace: 'off' })
for (const path of pathsOfPortal(uploadSpec, criterion, portal))
  test(`${path.id}: ${path.steps.length} steps to ${path.steps.at(-1)?.to}`, async ({ stage }, info) => {
    info.setTimeout(30_000 + path.steps.length * 3_000)
    const walk: Sending = { ...(await begin(stage, sceneOf(openFacts))), held: new Map(), file: '' }
    await hold(walk)
    await walk.provider.goto(`${rootOf(walk)}/upload`)
    await screens[path.start]?.(walk.provider)
    for (const [at, step] of path.steps.entries())
      await test.step(`${at + 1}. ${step.event.type} → ${step.to}`, async () => {
        const actor = actorOf(step.event.type)
        if (actor) await settle(walk, step, actor)
        else await gestures[step.event.type as UploadEvent['type']](walk, path.steps, at)
        await screens[step.to]?.(walk.provider)
      })
    for (const name of Object.values(calls)) await walk.provider.unroute(name)
    await keepWalked(info, path)
  })
