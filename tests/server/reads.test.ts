import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Connected, connect, withScope, withSnapshot } from '../../server/database/index.ts'
import { type Reads, together } from '../../server/database/together.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

let server: ProcessingServer
let db: Connected['db']
let pool: Connected['pool']
beforeAll(async () => {
  server = await startProcessingServer()
  ;({ db, pool } = await connect(server.databaseUrl, 1))
})
afterAll(async () => {
  await db.destroy()
  await server.stop()
})

const numberOf = async (reads: Reads, number: number): Promise<number> => {
  const { rows } = await sql<{ number: number }>`select ${number}::int as number`.execute(reads)
  return rows[0]?.number ?? Number.NaN
}

describe('what is asked together', () => {
  it('is answered in its place, in the scope of the transaction', async () => {
    const scope = async (reads: Reads) =>
      (await sql<{ scope: string }>`select current_setting('bedel.scope') as scope`.execute(reads)).rows
    const answers = await withScope(db, { scope: 'own', organisation: '0001' }, tx =>
      together(tx, reads => [numberOf(reads, 1), scope(reads), Promise.resolve('known'), numberOf(reads, 2)]),
    )
    expect(answers).toEqual([1, [{ scope: 'own' }], 'known', 2])
  })

  it('leaves in one piece', async () => {
    const client = await pool.connect()
    const { stream } = (client as unknown as { connection: { stream: { _writev: () => void } } }).connection
    const pieces = vi.spyOn(stream, '_writev')
    client.release()
    await withScope(db, { scope: 'all' }, async tx => {
      await numberOf(tx, 0)
      const before = pieces.mock.calls.length
      await together(tx, reads => [numberOf(reads, 1), numberOf(reads, 2), numberOf(reads, 3)])
      expect(pieces.mock.calls.length - before).toBe(1)
      // One after the other they take one each.
      for (const number of [1, 2, 3]) await numberOf(tx, number)
      expect(pieces.mock.calls.length - before).toBe(4)
    })
    pieces.mockRestore()
  })

  it('throws the first failure when all are through, and the connection can be used again', async () => {
    const failing = withScope(db, { scope: 'all' }, tx =>
      together(tx, reads => [
        numberOf(reads, 1),
        sql`select 1 / ${0}::int`.execute(reads),
        numberOf(reads, 2),
      ]),
    )
    await expect(failing).rejects.toThrow('division by zero')
    await expect(withScope(db, { scope: 'all' }, tx => numberOf(tx, 3))).resolves.toBe(3)
  })
})

describe('a snapshot', () => {
  it('leaves in one piece with what it reads first, and sees nothing that came after it', async () => {
    const client = await pool.connect()
    const { stream } = (
      client as unknown as { connection: { stream: { _write: () => void; _writev: () => void } } }
    ).connection
    const pieces = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
    client.release()
    const nameOf = async (reads: Reads) =>
      (await sql<{ name: string }>`select name from organisation where id = '0001'`.execute(reads)).rows
    await withSnapshot(db, { scope: 'all' }, async tx => {
      const before = await nameOf(tx)
      expect(pieces.flatMap(({ mock }) => mock.calls)).toHaveLength(1)
      await server.asOwner("update organisation set name = 'Ashby University' where id = '0001'")
      expect(await nameOf(tx)).toEqual(before)
    })
    for (const piece of pieces) piece.mockRestore()
    expect(await withScope(db, { scope: 'all' }, nameOf)).toEqual([{ name: 'Ashby University' }])
  })
})

describe('what a quality report reads', () => {
  const submissionId = '00000000-0000-4000-8000-000000000067'
  const kept = async () => {
    const { rows } = await withScope(db, { scope: 'all' }, tx =>
      sql<{ rules: { code: string; rows: unknown[] }[]; failed: Record<string, number> }>`
        select rules, failed from quality_report where submission_id = ${submissionId}::uuid`.execute(tx),
    )
    return rows[0]
  }
  const asOwner = (statement: string) => server.asOwner(statement)
  const insert = (code: string, ordinal: number, row: object) =>
    asOwner(`insert into quality_rule_result (submission_id, inst_id, code, ordinal, name, outside, operational,
      population_count, failure_count, result) values ('${submissionId}', '0001', '${code}', ${ordinal}, 'Rule', true,
      false, 10, 3, '${JSON.stringify({ rows: [row] })}')`)

  beforeEach(async () => {
    await server.forget()
    await server.place({ id: submissionId, instId: '0001' }, 'QUALITY_PROCESSING_COMPLETE')
    await insert('R2', 2, { regulatorCode: '5016', description: 'In words.', measuredPercent: 12.5 })
    await insert('R1', 1, { regulatorCode: '5016', description: 'In words.', measuredPercent: null })
  })

  it('has the results in the order of the ruleset, without the words of the page of a rule', async () => {
    expect(await kept()).toEqual({
      rules: [
        {
          code: 'R1',
          ordinal: 1,
          outside: true,
          operational: false,
          rows: [{ regulatorCode: '5016', measuredPercent: null }],
        },
        {
          code: 'R2',
          ordinal: 2,
          outside: true,
          operational: false,
          rows: [{ regulatorCode: '5016', measuredPercent: 12.5 }],
        },
      ],
      // What failed, or the change that is measured.
      failed: { R1: 3, R2: 12.5 },
    })
  })

  it('follows every change of the results, whoever writes', async () => {
    await asOwner(
      `update quality_rule_result set failure_count = 7, outside = false where submission_id = '${submissionId}' and code = 'R1'`,
    )
    expect((await kept())?.failed).toEqual({ R1: 7, R2: 12.5 })
    await asOwner(`delete from quality_rule_result where submission_id = '${submissionId}' and code = 'R2'`)
    expect(await kept()).toMatchObject({ rules: [{ code: 'R1', outside: false }], failed: { R1: 7 } })
    await asOwner(`delete from quality_rule_result where submission_id = '${submissionId}'`)
    expect(await kept()).toBeUndefined()
  })

  it('is the provider’s alone', async () => {
    const seenBy = async (organisation: string) => {
      const { rows } = await withScope(db, { scope: 'own', organisation }, tx =>
        sql`select 1 from quality_report where submission_id = ${submissionId}::uuid`.execute(tx),
      )
      return rows.length
    }
    expect([await seenBy('0001'), await seenBy('0002')]).toEqual([1, 0])
  })
})
