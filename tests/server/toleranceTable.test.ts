import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type {
  SpecificationWire,
  TolerancePreviewWire,
  ToleranceWire,
} from '../../src/domain/wire/specifications.ts'
import { sheetText } from '../../src/services/sheetText.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { specificationScene } from './support/specificationScene.ts'

/* The tolerances of many rules in one table, exported and imported (decisions §18): by the calls, to rows, history and audit. */

let server: ProcessingServer
let draft: SpecificationWire
beforeAll(async () => {
  server = await startProcessingServer()
  draft = await makeDraft()
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

const { send, makeDraft } = specificationScene(() => server)

const nation = 'QR.STUDENT.Student.NATION.901.V01'
const other = 'QR.STUDENT.AwardingBodyRole.AWARDINGBODYID.001.V01'

interface Table {
  version: number
  tolerances: ToleranceWire[]
}
const table = async (id = draft.id): Promise<Table> =>
  (await send<Table>('bedel-staff', 'GET', `/${id}/tolerances`)).body
const rowOf = ({ tolerances }: Table, code: string, part = 1): ToleranceWire =>
  tolerances.find(
    ({ ruleCode, regulatorCode, toleranceId }) =>
      ruleCode === code && regulatorCode === '5016' && toleranceId === part,
  )!
const placeOf = ({ ruleCode, regulatorCode, toleranceId, toleranceTypeId }: ToleranceWire) => ({
  ruleCode,
  regulatorCode,
  toleranceId,
  toleranceTypeId,
})
const valued = (row: ToleranceWire, toleranceFrom: number | string) => ({
  ...placeOf(row),
  toleranceFrom,
  toleranceTo: null,
})
const save = (body: unknown, user = 'bedel-analyst') =>
  send<{ version: number; changedRules: number }>(user, 'PUT', `/${draft.id}/tolerances`, body)
const preview = async (csv: string, user = 'bedel-analyst') =>
  send<TolerancePreviewWire>(user, 'POST', `/${draft.id}/tolerances/preview`, { csv })
const file = async (accept: string): Promise<Response> => {
  const token = await server.tokenOf('bedel-staff')
  return fetch(`${server.origin}/api/specifications/${draft.id}/tolerances`, {
    headers: { accept, authorization: `Bearer ${token}` },
  })
}
const audited = () =>
  server.look<{ count: number }>(
    `select count(*)::int as count from audit_line where action = 'SPECIFICATION_CONFIGURE' and outcome = 'done'`,
  )

describe('the tolerances of all rules', () => {
  it('are saved together, with a line of audit and of history for each rule', async () => {
    const before = await table()
    expect(new Set(before.tolerances.map(({ ruleCode }) => ruleCode)).size).toBe(211)
    const lines = await audited()
    const { status, body } = await save({
      version: before.version,
      reason: 'Agents abroad do not ask',
      tolerances: [valued(rowOf(before, nation, 2), '8.25'), valued(rowOf(before, other), 1)],
    })
    expect([status, body]).toEqual([200, { version: before.version + 2, changedRules: 2 }])
    expect((await audited()).count).toBe(lines.count + 2)
    const after = await table()
    expect(after.version).toBe(before.version + 2)
    expect(rowOf(after, nation, 2)).toMatchObject({ value: { from: 8.25, to: null }, fallback: { from: 2 } })
    // The other part of the same tolerance, and other regulators, stay as they were.
    expect(rowOf(after, nation, 1)).toEqual(rowOf(before, nation, 1))
    const changed = after.tolerances.filter((row, at) => row.value.from !== before.tolerances[at]?.value.from)
    expect(changed.length).toBe(2)
    const kept = await server.look<{ rows: string[] }>(
      `select array_agg(rule_code || ' ' || reason order by rule_code) as rows from specification_tolerance
       where specification_id = ${draft.id}`,
    )
    expect(kept.rows).toEqual([`${other} Agents abroad do not ask`, `${nation} Agents abroad do not ask`])
  })

  it('are saved all or none: one wrong value, or a change by someone else, refuses every one', async () => {
    const before = await table()
    const good = valued(rowOf(before, other), 3)
    const wrong = await save({
      version: before.version,
      tolerances: [good, valued(rowOf(before, nation), '1.5')],
    })
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([422, 'body.tolerances.1.toleranceFrom'])
    const unknown = await save({
      version: before.version,
      tolerances: [good, { ...good, ruleCode: 'QR.NONE' }],
    })
    expect([unknown.status, unknown.body.errors?.[0]?.field]).toEqual([422, 'body.tolerances.1.ruleCode'])
    const twice = await save({ version: before.version, tolerances: [good, { ...good, toleranceFrom: 4 }] })
    expect(twice.status).toBe(422)
    const stale = await save({ version: before.version - 1, tolerances: [good] })
    expect([stale.status, stale.body.detail]).toEqual([
      409,
      'The specification has changed since the tolerances were loaded. Check the changes again, then save.',
    ])
    expect((await save({ version: before.version, tolerances: [good] }, 'bedel-staff')).status).toBe(403)
    expect(await table()).toEqual(before)
    // What is there already is no change.
    const same = await save({
      version: before.version,
      tolerances: [valued(rowOf(before, nation, 2), 8.25)],
    })
    expect([same.status, same.body]).toEqual([200, { version: before.version, changedRules: 0 }])
  })

  it('change nothing when an exported file is imported as it is', async () => {
    const { tolerances, version } = await table()
    const csv = await (await file('text/csv')).text()
    expect(csv.split('\r\n')[0]).toContain('rule,regulator,type,value,valueTo')
    const none = { version, changes: [], unchanged: tolerances.length, absent: 0, faultCount: 0, notes: [] }
    expect((await preview(csv)).body).toMatchObject(none)
    const book = await file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    const sheet = await buffer(book.body! as never)
    expect((await preview(await sheetText(new Blob([sheet])))).body).toMatchObject(none)
  })

  it('are previewed with what changes, and saved as previewed unless something changed since', async () => {
    const csv = `rule;regulator;type;value\n${nation};5016;percentage;9,5\n${other};5016;percentage;1`
    const { body } = await preview(csv)
    expect(body).toMatchObject({ unchanged: 1, faults: [] })
    expect(body.changes).toMatchObject([
      { line: 2, ruleCode: nation, before: '8.25%', after: '9.5%', value: { from: 9.5, to: null } },
    ])
    expect(body.notes).toContain('Semicolons separate the columns, not commas.')
    const applied = body.changes!.map(({ value, ...row }) => ({
      ruleCode: row.ruleCode,
      regulatorCode: row.regulatorCode,
      toleranceId: row.toleranceId,
      toleranceTypeId: row.toleranceTypeId,
      toleranceFrom: value.from,
      toleranceTo: value.to,
    }))
    await save({ version: body.version, tolerances: [valued(rowOf(await table(), other), 2)] })
    expect((await save({ version: body.version, tolerances: applied })).status).toBe(409)
    const again = (await preview(csv)).body
    expect(again.changes?.length).toBe(2)
    expect((await save({ version: again.version, tolerances: applied })).status).toBe(200)
    expect(rowOf(await table(), nation, 2).value.from).toBe(9.5)
  })

  it('are not previewed for who cannot change them, and name what is wrong with a file', async () => {
    const csv = 'rule,regulator,type,value\nQR.NONE,5016,percentage,1'
    expect((await preview(csv, 'bedel-staff')).status).toBe(403)
    expect((await preview(csv)).body).toMatchObject({
      changes: null,
      faultCount: 1,
      faults: [{ line: 2, column: 'rule', reason: 'is not a rule of this specification' }],
    })
  })

  it('do not change any more once the specification is Available', async () => {
    const before = await table()
    await send('bedel-analyst', 'PUT', `/${draft.id}/state`, { stateId: 3 })
    const { version } = await table()
    expect((await save({ version, tolerances: [valued(rowOf(before, other), 7)] })).status).toBe(409)
    expect((await file('text/csv')).status).toBe(200)
  })
})
