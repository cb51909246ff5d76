import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type StatusName, statusOf, statusTable } from '../../src/domain/status.ts'
import { generateSample } from '../../src/sample/index.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { type Lie, lies, type StoreCall, startLyingStore, storeCalls } from './support/lyingStore.ts'
import { type Made, madeOf } from './support/made.ts'
import { startProcessingServer } from './support/processingServer.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'
import { sha256, startS3, whyNoS3 } from './support/stores.ts'

const files = isExhaustive ? 200 : 3
/** One of so many calls of a kind is answered wrongly, by each lie in its turn. */
const oneIn = 3

/** The same in both runs: the files that are delivered contain them. */
const ids = Array.from({ length: files }, () => randomUUID())

const people = [
  { instId: '0001', user: 'ashby-submitter' },
  { instId: '0002', user: 'brackley-submitter' },
  { instId: '0003', user: 'cardigan-signoff' },
]
const settled = (Object.keys(statusTable) as StatusName[]).filter(
  name => !statusOf(name).tags.includes('busy'),
)

/** What is expected to be the same, however the store answers. */
type Figures = Omit<Made, 'notices' | 'activity' | 'issues'>

interface Sent {
  submissionUuid: string
  sha256: string
}

/** Sends the files through a store of its own, each as a browser does, and gives the figures of each. */
const run = async (lieTo?: (call: StoreCall) => Lie | undefined) => {
  let proxy: Awaited<ReturnType<typeof startLyingStore>> | undefined
  let isHonest = false
  const subject = await startS3(true, async endpoint => {
    if (!lieTo) return endpoint
    proxy = await startLyingStore(endpoint, call => (isHonest ? undefined : lieTo(call)))
    return proxy.endpoint
  })
  const server = await startProcessingServer({ worker: true, keepsTime: true, store: () => subject.store })
  const rows = <T>(query: string): Promise<T[]> =>
    server.inSystem(async tx => (await sql.raw<T>(query).execute(tx)).rows)
  const read = async (key: string): Promise<Buffer> => buffer(await server.storage.open(key))

  /** Posts the file until the server has taken it, as an address for a post allows for an hour. */
  const send = async (index: number, { instId, user }: (typeof people)[number]): Promise<Sent> => {
    const submissionUuid = ids[index] ?? ''
    // Most end at the check against the schema, which reads them whole: there a lie would be a fault of the file.
    const faults = index % 10 === 2 ? 'none' : 'malformed'
    const content = Buffer.concat([
      ...generateSample({ provider: instId, students: 3, faults, collection: '23056', seed: index }),
    ])
    const named = { submissionUuid, instId, collectionId: 'c23056', fileName: 'file.xml' }
    const requested = await server.call<SignedPost>(user, 'POST', '/files/uploadRequest', {
      body: { ...named, fileSize: content.length, fileHash: sha256(content.toString()) },
    })
    expect(requested.status).toBe(200)
    while ((await server.statusOfSubmission(submissionUuid)) === 'UPLOADING') {
      const answer = await sendForm(server.origin, requested.body, content).catch(() => undefined)
      if (answer?.status !== 204) continue
      for (let look = 0; look < 3; look += 1)
        if ((await server.statusOfSubmission(submissionUuid)) === 'UPLOADING')
          await server.processing.deadlines.tick().catch(() => undefined)
    }
    // On a busy machine a file may take longer than one wait; any other fault ends the run.
    const isSettled = () =>
      server.reaches(submissionUuid, ...settled).then(
        () => true,
        (error: Error) => {
          if (!error.message.includes(', not ')) throw error
          return false
        },
      )
    while (!(await isSettled()));
    return { submissionUuid, sha256: sha256(content.toString()) }
  }

  const figuresOf = async (sent: Sent): Promise<Figures> => {
    const {
      notices: _,
      activity: __,
      issues: ___,
      ...figures
    } = await madeOf({ rows, read }, sent.submissionUuid)
    expect(figures.file).toBe(sent.sha256)
    return figures
  }

  try {
    const sent: Sent[] = []
    await Promise.all(
      people.map(async (person, at) => {
        for (let index = at; index < files; index += people.length) sent[index] = await send(index, person)
      }),
    )
    // The server repeats a stage whose reads were all answered wrongly; this test reads once, so the lies end first.
    isHonest = true
    const undelivered = () =>
      rows(`select 1 from submission where student_count is not null and tsv_delivery_location is null`)
    await expect.poll(undelivered).toEqual([])
    const made: Figures[] = []
    for (const one of sent) made.push(await figuresOf(one))
    const { rows: given } = await server.inSystem(tx =>
      sql`select 1 from submission_event where event like '%_ERRORED' or event like 'UPLOAD_F%'`.execute(tx),
    )
    return { made, faults: given.length, told: proxy?.told ?? [] }
  } finally {
    await server.stop()
    proxy?.stop()
    await subject.close()
  }
}

describe.skipIf(whyNoS3)(
  whyNoS3 ? `files in a store that lies (${whyNoS3})` : 'files in a store that lies',
  () => {
    it('are all processed, none is blamed, and their figures are those of a store that does not', {
      timeout: isExhaustive ? 7_200_000 : 300_000,
    }, async () => {
      const asked = new Map<StoreCall, number>()
      const lieTo = (call: StoreCall): Lie | undefined => {
        const count = (asked.get(call) ?? 0) + 1
        asked.set(call, count)
        return count % oneIn === 0 ? lies[(count / oneIn) % lies.length] : undefined
      }
      const [undisturbed, lied] = await Promise.all([run(), run(lieTo)])
      expect(lied.made).toHaveLength(files)
      expect(lied.made).toEqual(undisturbed.made)
      expect([lied.faults, undisturbed.faults]).toEqual([0, 0])
      const kinds = new Set(lied.told.map(({ call, lie }) => `${call} ${lie}`))
      console.log(
        `${files} files: ${files} processed, 0 lost, 0 blamed, figures equal; ${lied.told.length} lies of ${kinds.size} kinds`,
      )
      if (isExhaustive)
        for (const call of storeCalls.filter(one => one !== 'LIST' && one !== 'BUCKET'))
          for (const lie of lies) expect(kinds).toContain(`${call} ${lie}`)
    })
  },
)
