import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuditSeal, readAuditKeys } from '../../server/audit/index.ts'
import { checkAuditProof } from '../../src/domain/auditProof.ts'
import type { AuditLine, AuditProofWire } from '../../src/domain/wire/audit.ts'
import { forgetAudit, sealByHand, writeAuditLines } from './support/auditLines.ts'
import { uploadBody } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/* Who comes to the lines of the audit: nobody changes them, and an administrator reads and proves them. */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer()
  await sealByHand(server)
})
afterAll(() => server.stop())
beforeEach(() => forgetAudit(server))

const seal = () =>
  createAuditSeal({
    db: server.db,
    clock: server.clock,
    store: server.storage,
    keys: () => readAuditKeys(join(server.dataDir, 'keys')),
    secondPlace: undefined,
  })()
const write = (count: number) => writeAuditLines(server, count)

describe('the database', () => {
  it.each(['audit_line', 'audit_leaf', 'audit_node', 'audit_checkpoint'])(
    'refuses to change or remove lines of %s, for its owner too',
    async table => {
      await write(4)
      await seal()
      const column = {
        audit_line: 'status',
        audit_leaf: 'position',
        audit_node: 'level',
        audit_checkpoint: 'size',
      }[table]
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table}`,
      ])
        await expect(server.asOwner(statement), statement).rejects.toThrow(`${table} is only ever added to`)
    },
  )
})

describe('the role that the server connects with', () => {
  it('adds lines and can do nothing else to them', async () => {
    await write(1)
    await seal()
    for (const table of ['audit_line', 'audit_leaf', 'audit_node', 'audit_checkpoint'])
      await expect(
        server.inSystem(tx => sql.raw(`delete from ${table}`).execute(tx)),
        table,
      ).rejects.toThrow(`permission denied for table ${table}`)
  })

  it('cannot become the owner of the tables', async () => {
    const { owner } = await server.look<{ owner: string }>(
      "select tableowner as owner from pg_tables where tablename = 'audit_line'",
    )
    await expect(server.inSystem(tx => sql`set role ${sql.id(owner)}`.execute(tx))).rejects.toThrow(
      'permission denied to set role',
    )
  })
})

describe('an administrator', () => {
  it('reads the lines and proves one of them without trusting the server', async () => {
    await write(9)
    await seal()
    const list = await server.call('bedel-admin', 'GET', '/audit-lines?limit=5&offset=0&search=TEST_4')
    const [line] = (list.body as { lines: AuditLine[] }).lines
    expect(line).toMatchObject({ action: 'TEST_4', outcome: 'refused', status: 403, isSealed: true })
    const answer = await server.call('bedel-admin', 'GET', `/audit-lines/${line?.id}/proof`)
    const proof = answer.body as AuditProofWire
    expect(checkAuditProof(proof)).toMatchObject({ isIncluded: true, isSigned: true, size: 9 })
    expect(JSON.parse(proof.entry)).toMatchObject({ action: 'TEST_4', actor: 'ashby-submitter', status: 403 })
    const changed = { ...proof, entry: proof.entry.replace('403', '200') }
    expect(checkAuditProof(changed)).toMatchObject({ isIncluded: false })
    const resigned = { ...proof, checkpoint: proof.checkpoint.replace(/time \d/, 'time 3') }
    expect(checkAuditProof(resigned)).toMatchObject({ isSigned: false })
  })

  it('finds lines by person, provider and day, with names, and leaves the system out', async () => {
    await write(2)
    server.clock.forward(24 * 3_600_000)
    await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body: uploadBody(randomUUID()) })
    const found = async (query: string) =>
      (
        await server.call<{ lines: AuditLine[] }>(
          'bedel-admin',
          'GET',
          `/audit-lines?limit=50&offset=0&${query}`,
        )
      ).body.lines
    const [upload] = await found('kind=uploads')
    expect(upload).toMatchObject({
      action: 'UPLOAD_REQUESTED',
      actorId: 'ashby-submitter',
      organisationName: 'University of Ashby',
      about: { kind: 'submission', name: 'University of Ashby', collection: 'Student 2023/24' },
    })
    expect(upload?.about.path).toBe(`/monitoring/23056/c23056/0001/${upload?.subject}`)
    const file = upload?.about.note ?? ''
    expect(file).not.toBe('')
    // By the name of its file, by the provider, by the subject.
    for (const query of [`search=${file}`, 'search=Ashby&kind=uploads', `subject=${upload?.subject}`])
      expect(
        (await found(query)).map(({ action }) => action),
        query,
      ).toContain('UPLOAD_REQUESTED')
    expect(await found('search=Cardigan%20Bay')).toEqual([])
    expect(await found('organisation=0003')).toEqual([])
    const day = upload?.occurredUtc.slice(0, 10)
    expect((await found(`from=${day}`)).map(({ action }) => action)).toEqual(['UPLOAD_REQUESTED'])
    expect((await found(`to=${day}&outcome=refused`)).map(({ action }) => action)).toEqual([
      'TEST_1',
      'TEST_0',
    ])
    expect((await found('by=people')).every(({ actorId }) => actorId !== 'system')).toBe(true)
  })

  it('saves all lines of a filter as CSV, also if there are more than a page', async () => {
    await write(3)
    const { body } = await server.call<string>('bedel-admin', 'GET', '/audit-lines?outcome=refused', {
      accept: 'text/csv',
    })
    const rows = body.trim().split('\r\n')
    expect(rows).toHaveLength(4)
    expect(rows[0]).toContain('London time')
    expect(rows[1]).toContain('TEST_2')
  })

  it('sees that the whole chain verifies, until a line is changed', async () => {
    await write(4)
    await seal()
    type Report = { sealed: number; faults: { position: number | null }[]; checkpoint: string | null }
    const verify = async (again: string) =>
      (await server.call<Report>('bedel-admin', 'GET', `/audit-verification${again}`)).body
    expect(await verify('?again=1')).toMatchObject({ sealed: 4, faults: [] })
    await server.asOwner(
      "set session_replication_role = replica; update audit_line set actor_id = 'nobody' where action = 'TEST_2'; set session_replication_role = origin",
    )
    // The last result counts for ten minutes.
    expect((await verify('')).faults).toEqual([])
    expect((await verify('?again=1')).faults[0]).toMatchObject({ position: 2 })
    server.clock.forward(11 * 60_000)
    expect((await verify('')).faults).not.toEqual([])
  })

  it('is told that a line waits for its place', async () => {
    await write(1)
    const list = await server.call('bedel-admin', 'GET', '/audit-lines?limit=1&offset=0')
    const [line] = (list.body as { lines: AuditLine[] }).lines
    expect(line?.isSealed).toBe(false)
    expect((await server.call('bedel-admin', 'GET', `/audit-lines/${line?.id}/proof`)).status).toBe(404)
  })

  it('alone may look', async () => {
    for (const user of ['bedel-analyst', 'bedel-staff', 'ashby-signoff', 'ohe-analyst']) {
      expect((await server.call(user, 'GET', '/audit-verification')).status, user).toBe(403)
      expect((await server.call(user, 'GET', '/audit-organisations')).status, user).toBe(403)
      expect((await server.call(user, 'GET', '/audit-lines')).status, user).toBe(403)
      expect((await server.call(user, 'GET', '/audit-lines/1/proof')).status, user).toBe(403)
    }
  })
})
