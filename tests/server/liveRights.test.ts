import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../../server/live/index.ts'
import { publishProviders } from '../../server/live/publish.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { factsToWire } from '../../src/domain/wire/facts.ts'
import type { LiveFrame } from '../../src/domain/wire/live.ts'
import { openFacts } from '../../src/model/charts/lifecycle.ts'
import { liveConnections } from './support/liveConnection.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * Who hears what on the channel of a provider: what they could ask for by a call (specification 1 §6, 2 §6), and a specialist
 * regulator only of its own rules (decisions §12). Written apart from the product's table.
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
})
afterAll(() => server.stop())
const { connect } = liveConnections(() => server)

const occurredAt = '2024-10-01T09:00:00Z'
const about = { submissionId: randomUUID(), collectionId: 'c23056', instId: '0001', occurredAt }
const fileOf = (mode: 'live' | 'ovt') =>
  ({
    ...about,
    type: 'FILE_EVENT',
    status: { id: 7, code: 'SCHEMA_CHECK' },
    isLatest: true,
    version: 1,
    facts: factsToWire({ ...openFacts, mode }),
  }) as const
const progress = { stage: 'QUALITY_RULES', done: 1, total: 2, unit: 'rules' } as const
const issueFor = (regulatorCode: string) =>
  ({
    ...about,
    type: 'ISSUE_STATUS',
    issue: { id: randomUUID(), code: 'QR.1', regulatorCode, status: 'OPEN', version: 1 },
  }) as const
const noteFor = (...regulatorCodes: string[]) => ({ ...about, type: 'NOTE', regulatorCodes }) as const
const noticeOf = (mode: 'live' | 'ovt') =>
  ({
    type: 'NOTICE',
    instId: '0001',
    occurredAt,
    notice: { id: randomUUID(), kind: 'processingFinished', mode },
  }) as const

/** What is told on the channel of Ashby, in this order. */
const messages = {
  'a live file': fileOf('live'),
  'a validated file': fileOf('ovt'),
  progress: { ...about, type: 'PROGRESS', mode: 'live', progress },
  'a place of a validated file': {
    ...about,
    type: 'QUEUE_PLACE',
    mode: 'ovt',
    queue: { place: 1, seconds: 4 },
  },
  tables: { ...about, type: 'TSV_READY', tsvDeliveryLocation: 'tables.zip' },
  'an issue': issueFor('5016'),
  "the specialist's issue": issueFor('5101'),
  'a note': noteFor('5016'),
  "the specialist's note": noteFor('5016', '5101'),
  'a note on a report': noteFor(),
  'a signed form': { ...about, type: 'SIGNED_FORM' },
  'a consent': { ...about, type: 'TRANSFER_CONSENT' },
  'a notice': noticeOf('live'),
  'a notice of online validation': noticeOf('ovt'),
} as const satisfies Record<string, Parameters<typeof publish>[1]>
type Told = keyof typeof messages
const all = Object.keys(messages) as Told[]

const ofLive: readonly Told[] = ['a live file', 'progress', 'tables']
const ofIssues: readonly Told[] = ['an issue', "the specialist's issue"]
const ofNotes: readonly Told[] = ['a note', "the specialist's note", 'a note on a report']
const ofValidation: readonly Told[] = ['a validated file', 'a place of a validated file']
const ofViewer: readonly Told[] = [...ofLive, ...ofIssues, ...ofNotes, 'a consent']
const specialists: readonly Told[] = [...ofLive, "the specialist's issue", "the specialist's note"]

const inRole = (user: string, role: string): UserPrincipal => {
  const userId = `${user}-${role}`
  return { ...server.actor(user), userId, name: userId, roles: [role] }
}

/** Who listens to Ashby's channel, and what they hear. */
const people: readonly [name: string, who: () => string | UserPrincipal, hears: readonly Told[]][] = [
  ['a submitter', () => 'ashby-submitter', [...ofViewer, 'a signed form', 'a notice']],
  ['a guest', () => 'ashby-guest', [...ofViewer, 'a notice']],
  ['who validates online', () => 'ashby-ovt', [...ofValidation, 'a notice of online validation']],
  [
    'a software house',
    () => inRole('ashby-ovt', 'software-supplier-ovt-submitter'),
    [...ofValidation, 'a notice of online validation'],
  ],
  ['staff of the agency', () => 'bedel-staff', [...ofViewer, ...ofValidation, 'a signed form']],
  ["an analyst of the provider's regulator", () => 'ohe-analyst', ofViewer],
  // Who monitors a collection reads the status of its files.
  ["who receives deliveries at the provider's regulator", () => 'ohe-delivery', ['a live file']],
  ['an analyst of a specialist regulator', () => 'ttb-analyst', specialists],
  ['who receives deliveries at a specialist regulator', () => inRole('ttb-analyst', 'data-delivery'), []],
]

const tellAll = async (): Promise<void> => {
  const now = server.clock.now()
  for (const one of all) await server.inSystem(tx => publish(tx, messages[one], now))
  // Everybody hears of this, after all the others.
  await server.inSystem(tx => publishProviders(tx, ['0001'], now))
}

const isLast = ({ type }: LiveFrame): boolean => type === 'PROVIDER'

describe('the channel of a provider', () => {
  it('tells everybody what they may read, and of the rest the number alone', async () => {
    const listening = []
    for (const [name, who, hears] of people) listening.push({ name, hears, on: await connect(who(), '0001') })
    await tellAll()
    for (const { name, hears, on } of listening) {
      await on.until(isLast)
      const [hello, ...frames] = on.frames
      const numbers = frames.map(({ sequence }) => sequence - (hello?.sequence ?? 0))
      expect([name, numbers]).toEqual([name, [...all, 'the last'].map((_, at) => at + 1)])
      const heard = all.filter((_, at) => frames[at]?.type !== 'EMPTY')
      expect([name, heard]).toEqual([name, all.filter(one => hears.includes(one))])
      for (const frame of frames.filter(({ type }) => type === 'EMPTY'))
        expect(Object.keys(frame).toSorted()).toEqual(['instId', 'sequence', 'type'])
      on.close()
    }
  })

  it('tells a specialist regulator no more on its own channel', async () => {
    const own = await connect('ttb-analyst', '5101')
    const delivery = await connect(inRole('ttb-analyst', 'data-delivery'), '5101')
    await tellAll()
    const heardBy = async (on: typeof own): Promise<string[]> => {
      await on.until(isLast)
      on.close()
      return on.frames.flatMap(({ type }) => (['HELLO', 'EMPTY', 'PROVIDER'].includes(type) ? [] : [type]))
    }
    expect(await heardBy(own)).toEqual(['FILE_EVENT', 'TSV_READY', 'ISSUE_STATUS', 'NOTE'])
    expect(await heardBy(delivery)).toEqual([])
  })
})
