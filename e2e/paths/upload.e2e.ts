import { copyFile, mkdtemp, readFile, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIResponse, expect, type Page, type Route } from '@playwright/test'
import { keptPathsOfPortal } from '../../scripts/model/keptPaths.ts'
import type { UploadEvent, UploadMachine } from '../../src/machines/upload/index.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { uploadSpec } from '../../src/model/charts/upload.ts'
import type { PathStep } from '../../src/model/paths/testPath.ts'
import { sceneOf } from '../../tests/server/support/scene.ts'
import { type SignedPost, sendForm } from '../../tests/server/support/sendForm.ts'
import { sampleFile } from '../support/samples.ts'
import { newUploadOf, type Walk } from './gestures.ts'
import { type HeldBack, holdBack } from './holdBack.ts'
import { blockUploads, byAnotherTab } from './otherTab.ts'
import type { StateOf } from './screens.ts'
import { criterion } from './share.ts'
import { test } from './stage.ts'
import { begin, keepWalked } from './walkInBrowser.ts'

/** How the check of a file ends. */
type CheckEnd = 'clean' | 'findings' | 'malformed'

const made = new Map<string, Promise<string>>()

const original = (provider: string): Promise<string> => {
  const file = made.get(provider) ?? sampleFile('made.xml', { provider, students: 3 })
  made.set(provider, file)
  return file
}

/** A file of its own whose check in front of a provider ends so. */
const fileThatEnds = async (end: CheckEnd, provider: string): Promise<string> => {
  // The file of another provider would be refused: that is a finding too.
  const source = await original(end === 'findings' ? '0002' : provider)
  const file = join(await mkdtemp(join(tmpdir(), 'bedel-path-')), 'a.xml')
  await copyFile(source, file)
  if (end === 'malformed') await truncate(file, (await stat(file)).size - 100)
  return file
}

/**
 * The upload in front of the real server: its answers, its live messages and the pace of the network are held back, so
 * that somebody can act before them; what makes it refuse is done in another tab.
 */
interface Sending extends Walk {
  network: HeldBack
  /** Calls of this file, or of this upload, that were let through while their end is still to come. */
  underWay: Set<'checkFile' | 'sendFile'>
  /** The file that was chosen last. */
  file: string
  /** What the server has answered to the request of the upload, and the page does not have yet. */
  requested: { route: Route; answer: APIResponse } | undefined
  /** Lifts what keeps uploads from being sent. */
  unblock: (() => Promise<void>) | undefined
}

const actorOf = (type: string): string | undefined => /^xstate\.\w+\.actor\.(\w+)$/.exec(type)?.[1]
const isFault = ({ event }: PathStep): boolean => event.type.startsWith('xstate.error')
const isRefused = (step: PathStep | undefined): boolean =>
  (step?.event.output as { ok?: boolean } | undefined)?.ok === false
const blockedAfter = ({ facts }: PathStep): boolean => (facts as { blocked?: string }).blocked !== undefined

/** What comes of the actor that a step starts, further on the path; undefined where it is stopped before its end. */
const endOf = (steps: readonly PathStep[], at: number, actor: string): PathStep | undefined => {
  const started = steps[at]?.to
  const later = steps.slice(at + 1)
  const left = later.findIndex(({ to, event }) => to !== started || event.type === steps[at]?.event.type)
  const last = later[left]
  return last && actorOf(last.event.type) === actor ? last : undefined
}

/** How the check of a file chosen at a step ends. */
const checkEndOf = (steps: readonly PathStep[], at: number): CheckEnd => {
  const end = endOf(steps, at, 'checkFile')
  return end?.to === 'picking.invalid'
    ? 'malformed'
    : end?.to === 'picking.confirmingFindings'
      ? 'findings'
      : 'clean'
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** Makes the server refuse the request of the upload, unheard of by the page; gives what lifts it again. */
const spoil = async (walk: Sending): Promise<(() => Promise<void>) | undefined> => {
  if ((await walk.stage.server.statusOfSubmission(walk.id)) !== 'UPLOADING')
    return blockUploads(walk, 'unheard')
  // One that it knows it would grant again.
  await byAnotherTab(walk, 'UPLOAD_CANCELLED', walk.id)
  return undefined
}

/** The server gets the request at once, and has to refuse it where the path says so; its answer is kept back. */
const letRequestThrough = async (walk: Sending, steps: readonly PathStep[], at: number): Promise<void> => {
  walk.underWay.clear()
  const route = await walk.network.call('requestUpload')
  walk.id = (route.request().postDataJSON() as { submissionUuid: string }).submissionUuid
  const allow = isRefused(endOf(steps, at, 'requestUpload')) ? await spoil(walk) : undefined
  const answer = await route.fetch()
  await allow?.()
  walk.requested = { route, answer }
}

const barOf = async (page: Page): Promise<number> =>
  Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'))

/** Lets a call go to the server, unless it is under way already. */
const letThrough = async ({ network, underWay }: Sending, name: 'checkFile' | 'sendFile'): Promise<void> => {
  if (underWay.has(name)) return
  underWay.add(name)
  await (await network.call(name)).continue()
}

/** The check goes on, piece by piece, until it has told of its progress. */
const advanceCheck = async (walk: Sending): Promise<void> => {
  const { provider, network } = walk
  const before = await barOf(provider)
  if (!walk.underWay.has('checkFile')) await network.pieces(true)
  await letThrough(walk, 'checkFile')
  while ((await barOf(provider)) <= before) await (await network.call('piece')).fulfill({ status: 204 })
  await network.waitFor('piece')
}

const advanceSending = async (walk: Sending): Promise<void> => {
  const { provider, network } = walk
  const before = await barOf(provider)
  await network.slowDown()
  await letThrough(walk, 'sendFile')
  await expect.poll(() => barOf(provider)).toBeGreaterThan(before)
}

/** What is known of the collection changes: the page hears of it by a live message. */
const changeFacts = async (walk: Sending, step: PathStep): Promise<void> => {
  if (blockedAfter(step)) walk.unblock = await blockUploads(walk, 'heard')
  else await walk.unblock?.()
}

type Gesture = (walk: Sending, steps: readonly PathStep[], at: number) => Promise<unknown>

const choose = (walk: Sending, name: string, content = 'no record'): Promise<void> =>
  walk.provider
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

/** What is ruled out for these paths (`src/model/worlds`). */
const walkedElsewhere = async (): Promise<never> => {
  throw new Error('No path of these files leads here.')
}

const gestures: Record<UploadEvent['type'], Gesture> = {
  LEAVE: walkedElsewhere,
  RESUME: walkedElsewhere,
  PARTS_GRANTED: walkedElsewhere,
  FILES_CHOSEN: async (walk, steps, at) => {
    if (steps[at]?.to === 'picking.refused') return choose(walk, 'a.txt')
    walk.underWay.clear()
    walk.file = await fileThatEnds(checkEndOf(steps, at), walk.scene.instId)
    return walk.provider.locator('input[type=file]').setInputFiles(walk.file)
  },
  UPLOAD: async (walk, steps, at) => {
    await press(walk.provider, 'Upload file')
    await letRequestThrough(walk, steps, at)
  },
  UPLOAD_ANYWAY: async (walk, steps, at) => {
    await press(walk.provider, 'Upload anyway')
    await letRequestThrough(walk, steps, at)
  },
  RETRY: async (walk, steps, at) => {
    await press(walk.provider, 'Try again')
    await letRequestThrough(walk, steps, at)
  },
  CANCEL: ({ provider }) => press(provider, 'Cancel'),
  CHOOSE_ANOTHER: ({ provider }, steps, at) =>
    press(provider, steps[at]?.from === 'picking.checking' ? 'Cancel' : 'Choose another file'),
  // The file of the submission arrives by a post whose answer nobody gets.
  FILE_STORED: async walk => {
    const post = (await walk.requested?.answer.json()) as SignedPost
    expect((await sendForm(walk.stage.url, post, await readFile(walk.file))).status).toBe(204)
  },
  FACTS_CHANGED: (walk, steps, at) => changeFacts(walk, steps[at]!),
  CHECK_PROGRESS: walk => advanceCheck(walk),
  UPLOAD_PROGRESS: walk => advanceSending(walk),
}

/** Whether this same upload goes on further on the path: its file arrives after all, or it is asked for again. */
const goesOn = (steps: readonly PathStep[], at: number): boolean => {
  const idAt = (step: PathStep): unknown => (step.facts as { submissionId?: string }).submissionId
  const next = steps
    .slice(at + 1)
    .find(({ event }) => /^(?:FILE_STORED|UPLOAD|UPLOAD_ANYWAY|RETRY)$/.test(event.type))
  return next !== undefined && idAt(next) === idAt(steps[at]!)
}

/** What is being sent is lost: the browser sends it once more by another connection, which is lost too. */
const loseConnection = ({ provider, stage }: Sending): Promise<void> =>
  expect
    .poll(() => {
      stage.server.breakConnections()
      return provider.getByRole('button', { name: 'Cancelling the upload' }).isVisible()
    })
    .toBe(true)

/** How the end of an actor arrives: as the step says. */
const settle: Record<string, (walk: Sending, steps: readonly PathStep[], at: number) => Promise<unknown>> = {
  checkFile: async (walk, steps, at) => {
    const step = steps[at]!
    if (isFault(step)) await truncate(walk.file, 10)
    await letThrough(walk, 'checkFile')
    await walk.network.pieces(false)
  },
  requestUpload: async ({ requested }, steps, at) =>
    isFault(steps[at]!) ? requested?.route.abort() : requested?.route.fulfill({ response: requested.answer }),
  sendFile: async (walk, steps, at) => {
    const { network, stage, provider } = walk
    const step = steps[at]!
    // The store would end an upload for which it has no room; one that goes on was lost on its way there.
    if (isFault(step) && goesOn(steps, at)) {
      if (walk.underWay.has('sendFile')) await loseConnection(walk)
      else await (await network.call('sendFile')).abort()
      return expectScreen(provider, step.to)
    }
    stage.disk.isFull = isFault(step)
    if (isRefused(step)) await byAnotherTab(walk, 'UPLOAD_CANCELLED', walk.id)
    // The store tells of the file before it answers.
    network.messages(step.to === 'done')
    await letThrough(walk, 'sendFile')
    await network.fullSpeed()
    await expectScreen(provider, step.to)
    stage.disk.isFull = false
    network.messages(false)
  },
  breakOff: async ({ network }, steps, at) => {
    const step = steps[at]!
    const route = await network.call('cancelUpload')
    return isFault(step) ? route.abort() : route.continue()
  },
  cancelUpload: async (walk, steps, at) => {
    const step = steps[at]!
    const route = await walk.network.call('cancelUpload')
    if (isRefused(step)) await byAnotherTab(walk, 'UPLOAD_CANCELLED', walk.id)
    return isFault(step) ? route.abort() : route.continue()
  },
}

type UploadState = StateOf<UploadMachine>

/** What the page shows in each state. */
const screens = {
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
    expect(page.getByRole('button', { name: 'Upload anyway' })).toBeVisible(),
  'picking.ready': page => expect(page.getByText('Ready to upload')).toBeVisible(),
  'sending.beginning': walkedElsewhere,
  'sending.inParts.asking': walkedElsewhere,
  'sending.inParts.granted': walkedElsewhere,
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
} satisfies Record<UploadState, (page: Page) => Promise<void>>

const expectScreen = (page: Page, state: string): Promise<void> => screens[state as UploadState](page)

/**
 * The button that sends says why it does not, where facts stand against it; on the way there is none. An upload that was begun,
 * and of whose end the page has not heard, goes on, whatever has changed since.
 */
const expectSendable = async (page: Page, step: PathStep): Promise<void> => {
  const name =
    step.to === 'picking.confirmingFindings'
      ? 'Upload anyway'
      : step.to.startsWith('picking.')
        ? 'Upload file'
        : 'Try again'
  if (step.to.startsWith('sending.') || step.to === 'done') return
  const button = page.getByRole('button', { name, exact: true })
  const reason = /collection is closed|upload for this collection is in progress/
  const { submissionId } = step.facts as { submissionId?: string }
  const isBegun = /^(?:failed|cancelled)$/.test(step.to) && submissionId !== undefined
  if (blockedAfter(step) && !isBegun) await expect(button).toHaveAccessibleDescription(reason)
  else await expect(button).not.toHaveAccessibleDescription(reason)
}

test.use({ trace: 'off' })
for (const path of keptPathsOfPortal(uploadSpec, criterion))
  test(`${path.id}: ${path.steps.length} steps to ${path.steps.at(-1)?.to}`, async ({ stage }, info) => {
    info.setTimeout(info.timeout + path.steps.length * 10_000)
    const begun = await begin(stage, sceneOf(openFacts))
    const network = await holdBack(begun.provider)
    const walk: Sending = {
      ...begun,
      network,
      underWay: new Set(),
      file: '',
      requested: undefined,
      unblock: undefined,
    }
    await walk.provider.goto(newUploadOf(walk))
    await expectScreen(walk.provider, path.start)
    for (const [at, step] of path.steps.entries())
      await test.step(`${at + 1}. ${step.event.type} → ${step.to}`, async () => {
        const actor = actorOf(step.event.type)
        if (actor) await settle[actor]?.(walk, path.steps, at)
        else await gestures[step.event.type as UploadEvent['type']](walk, path.steps, at)
        await expectScreen(walk.provider, step.to)
        await expectSendable(walk.provider, step)
      })
    // A request whose answer the page never got must not reach the server of the next path.
    await walk.requested?.route.abort().catch(() => undefined)
    await network.release()
    await keepWalked(info, path)
  })
