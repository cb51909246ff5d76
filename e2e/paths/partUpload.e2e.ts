import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, type Request } from '@playwright/test'
import { sql } from 'kysely'
import { keptPathsOfPortal } from '../../scripts/model/keptPaths.ts'
import type { PartUploadEvent, PartUploadMachine } from '../../src/machines/part-upload/index.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { partUploadSpec } from '../../src/model/charts/partUpload.ts'
import type { PathStep } from '../../src/model/paths/testPath.ts'
import { type PartGrant, sha256 } from '../../tests/server/support/partUpload.ts'
import { sceneOf, userIn } from '../../tests/server/support/scene.ts'
import { sendForm } from '../../tests/server/support/sendForm.ts'
import { sampleFile } from '../support/samples.ts'
import { newUploadOf, rootOf, type Walk } from './gestures.ts'
import { type HeldBack, holdBack } from './holdBack.ts'
import { byAnotherTab } from './otherTab.ts'
import type { StateOf } from './screens.ts'
import { criterion } from './share.ts'
import { atOnceBytes, test } from './stage.ts'
import { begin, keepWalked } from './walkInBrowser.ts'

/**
 * A large file in front of the real server, whose answers are held back. What has arrived of it is what the path says:
 * another page of the same person sends a part, or the store has lost one.
 */
interface Sending extends Walk {
  network: HeldBack
  file: string
  content: Buffer
  /** The part that has been let through, while its end is still to come. */
  underWay: number | undefined
  /** The part of another file that the store has in the place of this one's. */
  foreign: number | undefined
}

/** Two whole parts, and one of what is left. */
const bytes = 2 * atOnceBytes + 1000
const endOf = (part: number): number => Math.min(part * atOnceBytes, bytes)
const startOf = (part: number): number => (part - 1) * atOnceBytes
const longestPauseMs = 30_000

/** A real file, filled up behind its last record. */
const largeFile = async (provider: string): Promise<{ file: string; content: Buffer }> => {
  const sample = await readFile(await sampleFile('small.xml', { provider, students: 3 }))
  const content = Buffer.alloc(bytes, '\n')
  sample.copy(content)
  const file = join(await mkdtemp(join(tmpdir(), 'bedel-parts-')), 'large.xml')
  await writeFile(file, content)
  return { file, content }
}

/** What the chart keeps of an upload in parts. */
interface Facts {
  stored: readonly number[]
  isGranted: boolean
}

const outputOf = (step: PathStep | undefined): { ok?: boolean; value?: { parts?: { number: number }[] } } =>
  (step?.event.output ?? {}) as never
const isFault = ({ event }: PathStep): boolean => event.type.startsWith('xstate.error')
const isRefused = (step: PathStep): boolean => outputOf(step).ok === false
const arrivedIn = (step: PathStep | undefined): number[] =>
  (outputOf(step).value?.parts ?? []).map(({ number }) => number)

/** What the server takes of the file, asked for by another page of the same person. */
const grantTo = async ({ stage, scene, id }: Sending): Promise<PartGrant> => {
  const user = userIn(scene, stage.server.actor('ashby-signoff'))
  const { status, body } = await stage.server.call<PartGrant>(user, 'POST', '/files/partUploadRequest', {
    body: {
      submissionUuid: id,
      fileName: 'large.xml',
      collectionId: scene.collectionId,
      instId: scene.instId,
      fileSize: bytes,
    },
  })
  expect(status).toBe(200)
  return body
}

/** Another page of the same person sends a part, or that of another file. */
const sendPart = async (walk: Sending, number: number, isOther: boolean): Promise<void> => {
  const { url, fields } = await grantTo(walk)
  const part = Buffer.from(walk.content.subarray(startOf(number), endOf(number)))
  if (isOther) part.write('\t', part.length - 1)
  const form = { url, fields: { ...fields, number: String(number), sha256: sha256(part) } }
  expect((await sendForm(walk.stage.url, form, part)).status).toBe(204)
}

/** The store has these parts of the file, and no others; of another file where the comparison is to find that. */
const setArrived = async (walk: Sending, arrived: readonly number[], isOther = false): Promise<void> => {
  const { parts } = await grantTo(walk)
  const known = parts.map(({ number }) => number)
  const gone = known.filter(one => isOther || one === walk.foreign || !arrived.includes(one))
  if (gone.length > 0)
    await walk.stage.server.inSystem(tx =>
      sql`delete from stored_part where submission_id = ${walk.id}::uuid and number = any(${gone})`.execute(
        tx,
      ),
    )
  for (const number of arrived.filter(one => gone.includes(one) || !known.includes(one)))
    await sendPart(walk, number, isOther)
}

/** How the comparison after this step ends: it is over before anybody could act. */
const prepareComparison = async (walk: Sending, next: PathStep | undefined): Promise<void> => {
  if (next?.event.type === 'xstate.error.actor.compareParts') await truncate(walk.file, 10)
}

const isOtherFile = (next: PathStep | undefined): boolean =>
  next?.event.type === 'xstate.done.actor.compareParts' && next.event.output === false

/** Number of the part in a post. */
const partOf = (post: Request): number =>
  Number(
    /name="number"\r\n\r\n(\d+)/.exec(post.postDataBuffer()?.subarray(0, 4000).toString('latin1') ?? '')?.[1],
  )

const waiting = (page: Page) => page.getByText('Waiting for the connection').first()

const barOf = async (page: Page): Promise<number> =>
  Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'))

/** The part that waits goes to the server, unless it is under way already. */
const letThrough = async (walk: Sending): Promise<void> => {
  if (walk.underWay !== undefined) return
  const held = await walk.network.call('sendPart')
  walk.underWay = partOf(held.request())
  await held.continue()
}

/** The connection is lost under a part. */
const breakOff = async (walk: Sending): Promise<void> => {
  if (walk.underWay === undefined) return (await walk.network.call('sendPart')).abort()
  walk.underWay = undefined
  // A browser sends again, unasked, what was on its way over a connection that it had used before.
  await expect
    .poll(() => {
      walk.stage.server.breakConnections()
      return waiting(walk.provider).isVisible()
    })
    .toBe(true)
  await walk.network.fullSpeed()
}

/** The server refuses a part, for it has got that of another file meanwhile. */
const haveRefused = async (walk: Sending): Promise<void> => {
  const held = walk.underWay === undefined ? await walk.network.call('sendPart') : undefined
  walk.foreign = walk.underWay ?? partOf(held!.request())
  await sendPart(walk, walk.foreign, true)
  await held?.continue()
  await walk.network.fullSpeed()
  walk.underWay = undefined
}

const gestures: Record<PartUploadEvent['type'], (walk: Sending) => Promise<void>> = {
  CONTINUE: ({ provider }) => provider.getByRole('button', { name: 'Try now' }).click(),
  PART_PROGRESS: async walk => {
    const { provider, network } = walk
    const before = await barOf(provider)
    await network.slowDown()
    await letThrough(walk)
    await expect.poll(() => barOf(provider)).toBeGreaterThan(before)
  },
}

/** How the end of an actor, or of a pause, arrives: as the step says. */
const settle: Record<string, (walk: Sending, steps: readonly PathStep[], at: number) => Promise<void>> = {
  requestParts: async (walk, steps, at) => {
    const step = steps[at]!
    const held = await walk.network.call('requestParts')
    if (isFault(step)) return held.abort()
    walk.id = (held.request().postDataJSON() as { submissionUuid: string }).submissionUuid
    await setArrived(walk, arrivedIn(step), isOtherFile(steps[at + 1]))
    if (isRefused(step)) await byAnotherTab(walk, 'UPLOAD_CANCELLED', walk.id)
    await prepareComparison(walk, steps[at + 1])
    await held.continue()
  },
  // Settled by what was prepared before it began.
  compareParts: async () => undefined,
  sendPart: async (walk, steps, at) => {
    const step = steps[at]!
    if (isFault(step)) return breakOff(walk)
    if (isRefused(step)) return haveRefused(walk)
    await letThrough(walk)
    await walk.network.fullSpeed()
    walk.underWay = undefined
  },
  completeParts: async (walk, steps, at) => {
    const step = steps[at]!
    const held = await walk.network.call('completeParts')
    if (isFault(step)) return held.abort()
    // One of the parts has gone: the server says so when it puts them together.
    if (isRefused(step)) await setArrived(walk, [2, 3])
    await held.continue()
  },
  pause: ({ provider }) => provider.clock.fastForward(longestPauseMs),
}

const actorOf = (type: string): string | undefined =>
  /^xstate\.(?:done|error)\.actor\.(\w+)$/.exec(type)?.[1] ?? /^xstate\.after\.(\w+)\./.exec(type)?.[1]

const bar = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('progressbar', { name })).toBeVisible()

type Shown = (walk: Sending, step: Pick<PathStep, 'facts'>) => Promise<unknown>

/** What the page shows in each state in which it stays. */
const screens = {
  asking: ({ provider }, { facts }) =>
    bar(provider, (facts as Facts).isGranted ? 'Checking which parts have arrived' : 'Starting the upload'),
  // Over in a moment: what follows is looked at.
  comparing: async () => undefined,
  sending: async ({ provider }, { facts }) => {
    await bar(provider, 'Uploading')
    const arrived = (facts as Facts).stored.reduce((sum, part) => sum + endOf(part) - startOf(part), 0)
    await expect.poll(() => barOf(provider)).toBeGreaterThanOrEqual(Math.floor((100 * arrived) / bytes))
  },
  waiting: async ({ provider }) => {
    await expect(waiting(provider)).toBeVisible()
    await expect(provider.getByRole('button', { name: 'Try now' })).toBeVisible()
  },
  completing: ({ provider }) => bar(provider, 'Joining the parts of the file'),
  stored: ({ provider }) => expect(provider).toHaveURL(/\/processing$/),
  otherFile: ({ provider }) =>
    expect(provider.getByText('"large.xml" has changed since its upload started')).toBeVisible(),
  refused: async ({ provider, network }) => {
    // What has been refused is broken off.
    await (await network.call('cancelUpload')).continue()
    await expect(provider.getByRole('heading', { name: 'Upload failed' })).toBeVisible()
  },
} satisfies Record<Exclude<StateOf<PartUploadMachine>, 'next'>, Shown>

const expectScreen = (walk: Sending, step: Pick<PathStep, 'to' | 'facts'>): Promise<unknown> =>
  (screens as Record<string, Shown>)[step.to]!(walk, step)

/** The file is chosen: for a new upload, or for one of which another page has sent something before. */
const startSending = async (walk: Sending, first: PathStep | undefined): Promise<void> => {
  const { provider, network, file } = walk
  const isBegun = arrivedIn(first).length > 0
  if (isBegun) {
    walk.id = randomUUID()
    await setArrived(walk, arrivedIn(first))
  }
  await provider.goto(isBegun ? `${rootOf(walk)}/upload` : newUploadOf(walk))
  if (isBegun) await expect(provider.getByText('This upload is not finished')).toBeVisible()
  await provider.locator('input[type=file]').setInputFiles(file)
  if (!isBegun) {
    await (await network.call('checkFile')).continue()
    await provider.getByRole('button', { name: 'Upload file', exact: true }).click()
  }
  await network.waitFor('requestParts')
}

test.use({ trace: 'off' })
for (const path of keptPathsOfPortal(partUploadSpec, criterion))
  test(`${path.id}: ${path.steps.length} steps to ${path.steps.at(-1)?.to}`, async ({ stage }, info) => {
    info.setTimeout(info.timeout + path.steps.length * 10_000)
    const begun = await begin(stage, sceneOf(openFacts))
    const network = await holdBack(begun.provider)
    const made = await largeFile(begun.scene.instId)
    const walk: Sending = { ...begun, ...made, network, underWay: undefined, foreign: undefined }
    await walk.provider.clock.install()
    await startSending(walk, path.steps[0])
    // Nothing goes on by itself from here on.
    await walk.provider.clock.pauseAt(Date.now() + 1000)
    for (const [at, step] of path.steps.entries())
      await test.step(`${at + 1}. ${step.event.type} → ${step.to}`, async () => {
        const actor = actorOf(step.event.type)
        if (actor) await settle[actor]?.(walk, path.steps, at)
        else await gestures[step.event.type as PartUploadEvent['type']](walk)
        await expectScreen(walk, step)
      })
    await walk.provider.clock.resume()
    await network.release()
    await keepWalked(info, path)
  })
