import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { organisations } from '../../server/identity/demonstration.ts'
import { gatherAllFacts } from '../../server/lifecycle/facts.ts'
import type { BurnUpWire } from '../../src/domain/wire/collectionOverview.ts'
import type { MonitoringRow } from '../../src/domain/wire/collections.ts'
import type { ProviderOverviewWire } from '../../src/domain/wire/providerOverview.ts'
import type { Task } from '../../src/domain/wire/tasks.ts'
import { type Facts, submissionTaskOf } from '../../src/machines/submission-lifecycle/index.ts'
import { isExhaustive } from './support/exhaustive.ts'
import {
  catalogue,
  collections,
  drawnHistory,
  type History,
  type HistorySubmission,
  historyOf,
  type ProviderId,
  providers,
  statementsOf,
} from './support/histories.ts'
import {
  burnUpOf,
  factsOf,
  furthestOf,
  isNilReturn,
  latestOf,
  listedIn,
  newsOf,
  sinceOf,
  stepsOf,
  uploadedOf,
  uploadsOf,
} from './support/historyPages.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Facts, Monitoring, the queue and the overviews over generated histories: what the queries answer equals what plain code, written
 * from the specification, makes of the same rows.
 */

const runs = isExhaustive ? 400 : 15

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())

/** Rows that are held are read again after five minutes; the day changes between some histories and not between others. */
const untilNextHistory = 9 * 3_600_000

const seenBy: Readonly<Record<string, readonly ProviderId[]>> = {
  'bedel-analyst': providers,
  'bedel-staff': providers,
  'ohe-analyst': ['0001', '0002'],
  'fcw-analyst': ['0003'],
}
const stateOf = { c23056: 'Open', c22056: 'Historic amendment' } as const
const referenceOf = { c23056: '23056', c22056: '22056' } as const
type CollectionId = keyof typeof referenceOf
type Mode = 'live' | 'ovt'
interface Place {
  provider: ProviderId
  collection: CollectionId
  mode: Mode
}

/** The facts of a submission, or of one that is not begun, with what the register says of provider and collection. */
const wholeFacts = (history: History, place: Place, one?: HistorySubmission): Facts => {
  const organisation = organisations.find(({ id }) => id === place.provider)
  const { operationalFailures, lacksTransferConsent, ...own } = factsOf(history, place, one)
  return {
    submissionId: one?.id ?? '',
    instId: place.provider,
    mode: place.mode,
    ...own,
    collectionState: stateOf[place.collection],
    allowSubmissions: true,
    // A new collection asks for two persons (decisions §15); no form is returned in these histories.
    approversDiffer: true,
    isFormReturned: false,
    onboarded: organisation?.onboarded ?? false,
    riskCode: organisation?.provider?.riskCode ?? '',
    countryCode: organisation?.provider?.countryCode ?? '',
    regulatorCode: organisation?.provider?.regulatorCode ?? '',
    // Both reference periods are over.
    blockers: {
      isNotLatest: !own.isLatest,
      notCollectionEndDate: false,
      operationalFailures,
      lacksTransferConsent,
    },
    changesAt: undefined,
  }
}

const answerOf = async <T>(user: string, path: string): Promise<T> => {
  const { status, body } = await server.call<T>(user, 'GET', path)
  expect([path, status]).toEqual([path, 200])
  return body
}

const expectFacts = async (history: History): Promise<void> => {
  const subjects = history.submissions.map(one => ({
    expected: wholeFacts(history, one, one),
    subject: {
      submissionId: one.id,
      collectionId: one.collection,
      instId: one.provider,
      mode: one.mode,
      isLatest: one.isLatest,
      hasStoredFile: one.hasStoredFile,
      uploaderId: one.uploader,
      submitterId: one.submitter,
    },
  }))
  const found = await server.inSystem(tx =>
    gatherAllFacts(
      tx,
      subjects.map(({ subject }) => subject),
      server.clock.now(),
    ),
  )
  expect(found).toEqual(subjects.map(({ expected }) => expected))
  // One alone is asked by another statement.
  const [first] = subjects
  if (first)
    expect(await server.inSystem(tx => gatherAllFacts(tx, [first.subject], server.clock.now()))).toEqual([
      first.expected,
    ])
}

const shown = (one: HistorySubmission | undefined) =>
  one && {
    uuid: one.id,
    status: catalogue[one.status],
    uploaded: uploadedOf(one).toISOString(),
    since: sinceOf(one)?.toISOString(),
    isNilReturn: isNilReturn(one),
  }
const shownOfRow = (one: MonitoringRow['latestSubmission']) =>
  one
    ? {
        uuid: one.uuid,
        status: one.status.id,
        uploaded: one.uploaded,
        since: one.statusSince,
        isNilReturn: one.isNilReturn,
      }
    : undefined

const expectMonitoring = async (history: History, user: string, collection: CollectionId, mode: Mode) => {
  const path = `/collections/${referenceOf[collection]}/submissions?ovt=${mode === 'ovt'}`
  const { submissions } = await answerOf<{ submissions: MonitoringRow[] }>(user, path)
  const found = submissions.map(({ provider, latestSubmission, furthestSubmission, facts }) => ({
    provider: provider.instId,
    latest: shownOfRow(latestSubmission),
    furthest: shownOfRow(furthestSubmission),
    uploadUnderWay: facts.uploadUnderWay,
    latestStatus: facts.latestStatusId,
  }))
  const expected = listedIn(history, collection, mode)
    .filter(provider => seenBy[user]?.includes(provider))
    .map(provider => {
      const place = { provider, collection, mode }
      const latest = latestOf(history, place)
      const { uploadUnderWay, latestStatus } = factsOf(history, place, latest)
      return {
        provider,
        latest: shown(latest),
        furthest: shown(furthestOf(history, place)),
        uploadUnderWay,
        latestStatus: latestStatus === undefined ? null : catalogue[latestStatus],
      }
    })
  expect(found.toSorted((one, other) => one.provider.localeCompare(other.provider))).toEqual(expected)
}

/** The latest live submission of each provider that somebody sees. */
const latestSeen = (history: History, user: string, collection: CollectionId): HistorySubmission[] =>
  (seenBy[user] ?? []).flatMap(provider => latestOf(history, { provider, collection, mode: 'live' }) ?? [])

/** Since when a submission waits, as far as it is known. */
const waitsSince = (one: HistorySubmission, otherwise: Date): string =>
  (sinceOf(one) ?? otherwise).toISOString()

const expectTasks = async (history: History, user: string) => {
  const { tasks } = await answerOf<{ tasks: Task[] }>(user, '/tasks?limit=1000')
  const expected = collections.flatMap(collection =>
    latestSeen(history, user, collection).flatMap(one => {
      // No history has a signed form.
      const action = submissionTaskOf(one.status, wholeFacts(history, one, one), server.actor(user))
      return action ? [{ id: one.id, action, since: waitsSince(one, one.created) }] : []
    }),
  )
  const found = tasks.map(({ submissionId: id, action, since }) => ({ id, action, since }))
  const byId = (one: { id: string | null }, other: { id: string | null }) =>
    String(one.id).localeCompare(String(other.id))
  expect(found.toSorted(byId)).toEqual(expected.toSorted(byId))
  // No collection has a deadline here, so the longest waiting comes first.
  expect(tasks.map(({ due }) => due)).toEqual(tasks.map(() => null))
  const order = found.map(({ since }) => since)
  expect(order).toEqual(order.toSorted())
}

const expectOverview = async (history: History, provider: ProviderId) => {
  const { uploads, uploadCount } = await answerOf<ProviderOverviewWire>(
    'bedel-analyst',
    `/providers/${provider}/overview`,
  )
  const expected = uploadsOf(history, provider)
  expect(
    uploads.map(one => ({
      uuid: one.uuid,
      status: one.status.id,
      uploaded: one.uploaded,
      since: one.statusSince ?? undefined,
      isNilReturn: one.isNilReturn,
    })),
  ).toEqual(expected.map(shown))
  expect(uploadCount).toBe(expected.length)
}

it('pages answer what plain code makes of the same histories', async () => {
  await fc.assert(
    fc.asyncProperty(drawnHistory, async drawn => {
      server.clock.forward(untilNextHistory)
      const now = server.clock.now()
      const history = historyOf(drawn, now)
      await server.forget()
      await server.asOwner(statementsOf(history))

      await expectFacts(history)
      for (const collection of collections) {
        await expectMonitoring(history, 'bedel-analyst', collection, 'live')
        await expectMonitoring(history, 'bedel-analyst', collection, 'ovt')
        await expectMonitoring(history, 'ohe-analyst', collection, 'live')
        const address = `/collections/${referenceOf[collection]}`
        for (const user of ['bedel-analyst', 'fcw-analyst'])
          expect(await answerOf(user, `${address}/since-yesterday`)).toEqual(
            newsOf(history, collection, { now, seen: seenBy[user] ?? [] }),
          )
        const { steps } = await answerOf<{ steps: Record<string, unknown>[] }>(
          'bedel-analyst',
          `${address}/step-summary`,
        )
        expect(
          steps.map(({ count, needing, latestSubmission }) => ({ count, needing, latestSubmission })),
        ).toEqual(stepsOf(history, collection))
        const { days } = await answerOf<BurnUpWire>('bedel-analyst', `${address}/burn-up`)
        expect(days).toEqual(burnUpOf(history, collection))
      }
      for (const user of ['bedel-analyst', 'bedel-staff', 'ohe-analyst', 'fcw-analyst']) {
        await expectTasks(history, user)
      }
      for (const provider of providers) await expectOverview(history, provider)
    }),
    // A failure is made shorter for a minute at most.
    { numRuns: runs, seed: 20261129, ...(isExhaustive ? {} : { interruptAfterTimeLimit: 60_000 }) },
  )
})
