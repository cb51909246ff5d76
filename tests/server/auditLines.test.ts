import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuditSeal, readAuditKeys } from '../../server/audit/index.ts'
import { checkAuditProof } from '../../src/domain/auditProof.ts'
import type { AuditLine, AuditProofWire } from '../../src/domain/wire/audit.ts'
import { forgetAudit, sealByHand, writeAuditLines } from './support/auditLines.ts'
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

  it('is told that a line waits for its place', async () => {
    await write(1)
    const list = await server.call('bedel-admin', 'GET', '/audit-lines?limit=1&offset=0')
    const [line] = (list.body as { lines: AuditLine[] }).lines
    expect(line?.isSealed).toBe(false)
    expect((await server.call('bedel-admin', 'GET', `/audit-lines/${line?.id}/proof`)).status).toBe(404)
  })

  it('alone may look', async () => {
    for (const user of ['bedel-analyst', 'bedel-staff', 'ashby-signoff', 'ohe-analyst']) {
      expect((await server.call(user, 'GET', '/audit-lines')).status, user).toBe(403)
      expect((await server.call(user, 'GET', '/audit-lines/1/proof')).status, user).toBe(403)
    }
  })
})
