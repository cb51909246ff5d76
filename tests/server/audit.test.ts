import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  AuditKeysOfOthers,
  AuditSetBack,
  createAuditSeal,
  readAuditKeys,
  rotateAuditKey,
  SecondPlaceUnnamed,
  verifierKey,
  verifyAudit,
} from '../../server/audit/index.ts'
import { checkAuditProof } from '../../src/domain/auditProof.ts'
import type { AuditLine, AuditProofWire } from '../../src/domain/wire/audit.ts'
import { forgetAudit, sealByHand, writeAuditLines } from './support/auditLines.ts'
import { uploadBody } from './support/gestures.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

// Promises of the audit: a line can neither be changed, removed, moved nor slipped in without being found, and an
// administrator can prove a line to somebody who does not trust the server.

let server: ProcessingServer
let secondPlace: string
let keysDir: string
const latest = 'audit/checkpoints/latest'
const ofSize = (size: number): string => `audit/checkpoints/${String(size).padStart(12, '0')}`
const inSecondPlace = (): string => join(secondPlace, 'bedel-audit.latest')

beforeAll(async () => {
  secondPlace = await mkdtemp(join(tmpdir(), 'bedel-checkpoints-'))
  server = await startProcessingServer({ environment: { AUDIT_CHECKPOINTS_DIR: secondPlace } })
  // The keys of the server itself, whose own seal does not come in between.
  keysDir = join(server.dataDir, 'keys')
  await sealByHand(server)
})
afterAll(async () => {
  await server.stop()
  await rm(secondPlace, { recursive: true })
})
beforeEach(async () => {
  await forgetAudit(server)
  await rm(inSecondPlace(), { force: true, recursive: true })
})

const parts = () => ({
  db: server.db,
  clock: server.clock,
  store: server.storage,
  keys: () => readAuditKeys(keysDir),
  secondPlace,
})
const seal = () => createAuditSeal(parts())()
const verify = (given: { secondPlace?: undefined } = {}) =>
  verifyAudit({ ...parts(), keys: readAuditKeys(keysDir), ...given })
/** The store as one sees it who overlooks what it had. */
const emptied = () => ({ ...server.storage, list: async () => [] })
const faultsOf = async () => (await verify()).faults.map(fault => fault.text)

const write = (count: number) => writeAuditLines(server, count)

/** Changes behind the server's back: as the owner of the tables, with their triggers off. */
const tamper = (statement: string): Promise<void> =>
  server.asOwner(
    `set session_replication_role = replica; ${statement}; set session_replication_role = origin`,
  )

describe('the sealed audit', () => {
  it('is whole after decisions and refusals of real requests, whenever they were sealed', async () => {
    for (const status of [200, 409, 409]) {
      const body = uploadBody(randomUUID())
      const sent = await server.call('ashby-submitter', 'POST', '/files/uploadRequest', { body })
      expect(sent.status).toBe(status)
      expect((await server.call('ashby-guest', 'POST', '/files/uploadRequest', { body })).status).toBe(403)
      await seal()
    }
    const { lines } = await server.look<{ lines: number }>('select count(*)::int as lines from audit_line')
    expect(lines).toBeGreaterThanOrEqual(6)
    expect(await verify()).toEqual({ sealed: lines, waiting: 0, checkpoints: 3, outside: 5, faults: [] })
  })

  it('keeps its latest checkpoint in the object store and in the second place', async () => {
    await write(7)
    await seal()
    const inStore = await text(await server.storage.open(latest))
    expect(inStore.split('\n').slice(0, 2)).toEqual(['bedel/audit', '7'])
    expect(await readFile(inSecondPlace(), 'utf8')).toBe(inStore)
  })

  it('puts its latest checkpoint where a place has lost it, or is named only now', async () => {
    await write(3)
    await createAuditSeal({ ...parts(), secondPlace: undefined })()
    await server.storage.remove(latest)
    await seal()
    expect(await readFile(inSecondPlace(), 'utf8')).toBe(await text(await server.storage.open(latest)))
    server.clock.forward(16 * 60_000)
    expect(await faultsOf()).toEqual([])
  })

  it('counts lines that wait for their place, and finds those that were kept out of the list', async () => {
    await write(2)
    expect(await verify()).toMatchObject({ sealed: 0, waiting: 2, faults: [] })
    await tamper('delete from audit_pending')
    server.clock.forward(16 * 60_000)
    await seal()
    expect(await faultsOf()).toEqual(['Lines without a place in the list for more than 15 minutes: 2.'])
  })

  it('finds no fault in lines that are written now about earlier days, but in those that a seal passed over', async () => {
    await write(1)
    await seal()
    const yesterday = new Date(server.clock.now().getTime() - 86_400_000).toISOString()
    const ofYesterday = `insert into audit_line (occurred_utc, actor_id, actor_organisation, action, outcome, status)
      values ('${yesterday}', 'system', 'system', 'SCHEMA_CHECK_PASSED', 'done', 200)`
    await server.asOwner(`${ofYesterday}; ${ofYesterday}`)
    expect(await verify()).toMatchObject({ sealed: 1, waiting: 2, faults: [] })
    await tamper('delete from audit_pending where line_id = (select min(line_id) from audit_pending)')
    await seal()
    expect(await faultsOf()).toEqual(['Lines without a place in the list for more than 15 minutes: 1.'])
  })
})

describe('the figures', () => {
  it('tell how many lines wait for their seal, and how long the oldest has', async () => {
    const figures = async (): Promise<string[]> =>
      (await (await fetch(`${server.origin}/metrics`)).text())
        .split('\n')
        .filter(line => line.startsWith('audit_waiting'))
    await write(2)
    server.clock.forward(20 * 60_000)
    await write(1)
    await expect
      .poll(figures, { timeout: 5000 })
      .toEqual(['audit_waiting_lines 3', 'audit_waiting_seconds 1200'])
    await seal()
    await expect
      .poll(figures, { timeout: 5000 })
      .toEqual(['audit_waiting_lines 0', 'audit_waiting_seconds 0'])
  })
})

describe('what was done to it is found:', () => {
  beforeEach(async () => {
    await write(30)
    await seal()
    await write(10)
    await seal()
    expect(await faultsOf()).toEqual([])
  })

  const lineAt = async (position: number): Promise<number> =>
    Number(
      (await server.look<{ line_id: string }>(`select line_id from audit_leaf where position = ${position}`))
        .line_id,
    )

  it('one letter of one line', async () => {
    const id = await lineAt(17)
    await tamper(`update audit_line set actor_id = 'ashby-submittes' where id = ${id}`)
    const [first] = (await verify()).faults
    expect(first).toEqual({ position: 17, text: `Line ${id} was changed.` })
  })

  it('one line with its hash made to fit', async () => {
    const id = await lineAt(17)
    await tamper(`update audit_line set status = 200, outcome = 'done', reason = null where id = ${id}`)
    await tamper(
      `update audit_leaf set leaf_hash = sha256('\\x00'::bytea || convert_to('anything', 'utf8')) where position = 17`,
    )
    expect(await faultsOf()).toContain(`The chain does not lead to line ${id}.`)
  })

  it('one microsecond of the time of a line', async () => {
    const id = await lineAt(3)
    await tamper(
      `update audit_line set occurred_utc = occurred_utc + interval '1 microsecond' where id = ${id}`,
    )
    expect(await faultsOf()).toContain(`Line ${id} was changed.`)
  })

  it('one line removed', async () => {
    const id = await lineAt(20)
    await tamper(`delete from audit_line where id = ${id}`)
    expect(await faultsOf()).toEqual([`Line ${id} was removed.`])
  })

  it('one line removed with its place', async () => {
    const id = await lineAt(20)
    await tamper(`delete from audit_line where id = ${id}; delete from audit_leaf where line_id = ${id}`)
    expect(await faultsOf()).toContain('Sealed lines 20 to 20 are missing.')
  })

  it('two lines in each other’s place', async () => {
    await tamper(
      `update audit_leaf set position = 1000 where position = 5; update audit_leaf set position = 5 where position = 6; update audit_leaf set position = 6 where position = 1000`,
    )
    expect((await verify()).faults[0]?.position).toBe(5)
  })

  /** The last ten rows with everything in the database that knew them. */
  const removeLastTen = async (): Promise<void> => {
    const id = await lineAt(30)
    await tamper(
      `delete from audit_line where id >= ${id}; delete from audit_leaf where position >= 30; delete from audit_node where (index + 1) * (2 ^ level) > 30; delete from audit_checkpoint where size > 30`,
    )
  }
  const knows40 = (where: string): string => `${where} knows 40 lines; the audit has 30.`
  /** Nothing is built upon it, so that what is kept elsewhere stays the proof. */
  const isNotBuiltUpon = async (): Promise<void> => {
    const kept = await readFile(inSecondPlace(), 'utf8').catch(() => undefined)
    await write(20)
    await expect(seal()).rejects.toThrow(AuditSetBack)
    expect(await readFile(inSecondPlace(), 'utf8').catch(() => undefined)).toBe(kept)
  }

  it('the last ten rows removed with everything in the database that knew them', async () => {
    await removeLastTen()
    expect(await faultsOf()).toEqual([
      knows40('the checkpoint in the object store'),
      knows40(`${ofSize(40)} in the object store`),
      knows40('the checkpoint in the second place'),
    ])
    await isNotBuiltUpon()
  })

  it('the same with the latest checkpoint of the object store and the second place', async () => {
    await removeLastTen()
    await server.storage.remove(latest)
    await rm(inSecondPlace())
    expect(await faultsOf()).toEqual([knows40(`${ofSize(40)} in the object store`)])
    await isNotBuiltUpon()
  })

  it('the same with every checkpoint of the object store', async () => {
    await removeLastTen()
    for (const key of await server.storage.list('audit/')) await server.storage.remove(key)
    expect(await faultsOf()).toEqual([knows40('the checkpoint in the second place')])
    await isNotBuiltUpon()
  })

  it('the same with everything that knew it outside, but not the places', async () => {
    server.clock.forward(16 * 60_000)
    await removeLastTen()
    for (const key of await server.storage.list('audit/')) await server.storage.remove(key)
    await rm(inSecondPlace())
    expect(await faultsOf()).toEqual([
      'There is no latest checkpoint in the object store; one of 30 lines is due.',
      'There is no latest checkpoint in the second place; one of 30 lines is due.',
    ])
  })

  it('the same with the whole store put back, by who has not named the second place that a server has', async () => {
    await removeLastTen()
    await server.storage.put(latest, await server.storage.open(ofSize(30)))
    await server.storage.remove(ofSize(40))
    const unnamed = `The servers keep checkpoints in a second place too, which was not looked at: set AUDIT_CHECKPOINTS_DIR to it. A server has it as ${secondPlace}.`
    expect((await verify({ secondPlace: undefined })).faults.map(fault => fault.text)).toEqual([unnamed])
    expect(await faultsOf()).toEqual([knows40('the checkpoint in the second place')])
    await expect(rotateAuditKey({ ...parts(), keysDir, secondPlace: undefined })).rejects.toThrow(
      SecondPlaceUnnamed,
    )
  })

  it('a second place that cannot be read', async () => {
    await rm(inSecondPlace())
    await mkdir(inSecondPlace())
    expect(await faultsOf()).toEqual([
      expect.stringMatching(/^Checkpoints in the second place cannot be read: EISDIR/),
    ])
  })

  it('a place that stays behind', async () => {
    const early = await text(await server.storage.open(ofSize(30)))
    server.clock.forward(16 * 60_000)
    await server.storage.put(latest, Readable.from([early]))
    expect(await faultsOf()).toEqual([
      'the checkpoint in the object store knows 30 lines; one of 40 lines is due.',
    ])
  })

  it('lines that were written anew and sealed again, at the checkpoints before', async () => {
    const id = await lineAt(17)
    await tamper(`update audit_line set actor_id = 'somebody-else' where id = ${id}; delete from audit_leaf;
      delete from audit_node; delete from audit_checkpoint; insert into audit_pending select id from audit_line`)
    await server.storage.remove(latest)
    await server.storage.remove(ofSize(40))
    await rm(inSecondPlace())
    await createAuditSeal({ ...parts(), store: emptied() })()
    expect(await faultsOf()).toEqual([
      `The first 30 lines are not those of ${ofSize(30)} in the object store.`,
    ])
  })

  it('lines for which no checkpoint stands', async () => {
    await tamper('delete from audit_checkpoint where size > 30')
    await server.storage.remove(latest)
    await server.storage.remove(ofSize(40))
    await rm(inSecondPlace())
    expect(await faultsOf()).toEqual(['No checkpoint stands for the lines from 30 on.'])
  })

  it('a checkpoint that somebody else has signed', async () => {
    const foreign = readAuditKeys(await mkdtemp(join(tmpdir(), 'bedel-foreign-keys-')))
    await server.storage.remove(latest)
    await server.asOwner('set session_replication_role = replica; delete from audit_checkpoint')
    await server.asOwner(
      'delete from audit_leaf; delete from audit_node; insert into audit_pending select id from audit_line; set session_replication_role = origin',
    )
    await createAuditSeal({ ...parts(), keys: () => foreign, secondPlace: undefined })()
    expect(await faultsOf()).toContain('No trusted key has signed the checkpoint in the object store.')
  })
})

describe('another signing key', () => {
  const rotate = () => rotateAuditKey({ ...parts(), keysDir })

  it('leaves what was sealed as it is, and its rotation is a line of the audit', async () => {
    await write(10)
    await seal()
    const before = readAuditKeys(keysDir)
    expect(await rotate()).toEqual({
      verifierKey: verifierKey(readAuditKeys(keysDir).signer.publicKey),
      lastSize: 10,
    })
    expect(readAuditKeys(keysDir).signer.publicKey).not.toEqual(before.signer.publicKey)
    await seal()
    expect(await verify()).toMatchObject({ sealed: 11, checkpoints: 2, faults: [] })
    const { action } = await server.look<{ action: string }>(
      'select action from audit_line order by id desc limit 1',
    )
    expect(action).toBe('AUDIT_KEY_ROTATED')
  })

  it('has lines found that were appended with the old one', async () => {
    await write(10)
    await seal()
    const stolen = readAuditKeys(keysDir)
    await rotate()
    await seal()
    await write(5)
    await createAuditSeal({ ...parts(), keys: () => stolen, secondPlace: undefined })()
    expect(await faultsOf()).toEqual([
      'No trusted key has signed the checkpoint in the object store.',
      `No trusted key has signed ${ofSize(16)} in the object store.`,
      "No trusted key has signed the database's checkpoint of 16 lines.",
      'No checkpoint stands for the lines from 11 on.',
    ])
  })

  it('is not made where a place outside knows more lines', async () => {
    await write(10)
    await seal()
    await tamper('delete from audit_checkpoint; delete from audit_leaf; delete from audit_node')
    const before = readAuditKeys(keysDir)
    await expect(rotate()).rejects.toThrow(AuditSetBack)
    expect(readAuditKeys(keysDir).signer.publicKey).toEqual(before.signer.publicKey)
  })

  it('is not made with keys that have not signed what was sealed last: the servers would not sign with it', async () => {
    await write(10)
    await seal()
    const lines = () => server.look<{ lines: number }>('select count(*)::int as lines from audit_line')
    const before = await lines()
    const others = await mkdtemp(join(tmpdir(), 'bedel-other-keys-'))
    await expect(rotateAuditKey({ ...parts(), keysDir: others })).rejects.toThrow(AuditKeysOfOthers)
    expect(await lines()).toEqual(before)
    await rm(others, { recursive: true })
  })

  it('leaves a proof under the earlier checkpoint valid, by the key that has signed it', async () => {
    await write(4)
    await seal()
    await rotate()
    const list = await server.call('bedel-admin', 'GET', '/audit-lines?limit=5&search=TEST_2')
    const [line] = (list.body as { lines: AuditLine[] }).lines
    const answer = await server.call('bedel-admin', 'GET', `/audit-lines/${line?.id}/proof`)
    expect(checkAuditProof(answer.body as AuditProofWire)).toMatchObject({ isIncluded: true, isSigned: true })
  })
})
