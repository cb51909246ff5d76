import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuditSeal, readAuditKeys } from '../../server/audit/index.ts'
import { createFileKeys, openMasterKeys } from '../../server/storage/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/**
 * Commands about keys as an operator runs them, on a database of its own address. They have the clock of the machine, and
 * so has the server: lines of another year would wait too long for their place.
 */

let server: ProcessingServer
let keysDir: string
beforeAll(async () => {
  server = await startProcessingServer({ keepsTime: true })
  keysDir = join(server.dataDir, 'keys')
  // As each process does at its start.
  await createFileKeys(server.db, openMasterKeys(keysDir)).checkMasters()
})
afterAll(() => server.stop())

const run = async (given: readonly string[], keys: string): Promise<{ code: number; said: string }> => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, given, {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: server.databaseUrl,
        DATA_DIR: server.dataDir,
        KEYS_DIR: keys,
      },
    })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

const admin = (given: readonly string[], keys: string) => run(['scripts/admin.ts', ...given], keys)
const verifyAudit = (keys: string) => run(['scripts/audit-verify.ts'], keys)

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(({ name }) => name)

const rotations = () =>
  server.look<{ lines: number }>(
    "select count(*)::int as lines from audit_line where action = 'AUDIT_KEY_ROTATED'",
  )

it.each(['rotate-keys', 'rotate-audit-key', 'rotate-pseudonyms'])(
  '%s refuses a KEYS_DIR that is not that of the servers, and makes no key in it',
  async command => {
    const elsewhere = join(server.dataDir, `keys-${randomUUID()}`)
    const refused = await admin([command], elsewhere)
    expect(refused).toEqual({ code: 2, said: expect.stringContaining(`is not in ${elsewhere}`) })
    expect(await filesIn(elsewhere)).toEqual([])
    expect(await rotations()).toEqual({ lines: 0 })
  },
)

it('audit:verify refuses a KEYS_DIR that holds no key of the audit, and makes nothing in it', async () => {
  const elsewhere = join(server.dataDir, `keys-${randomUUID()}`)
  expect(await verifyAudit(elsewhere)).toEqual({
    code: 2,
    said: expect.stringContaining(`There is no signing key of the audit in ${elsewhere}. Set KEYS_DIR`),
  })
  await expect(readdir(elsewhere)).rejects.toThrow('ENOENT')
})

it('each makes its key in the KEYS_DIR of the servers', async () => {
  const before = await filesIn(keysDir)
  expect(await admin(['rotate-audit-key'], keysDir)).toMatchObject({ code: 0 })
  expect(await admin(['rotate-pseudonyms'], keysDir)).toMatchObject({ code: 0 })
  expect(await rotations()).toEqual({ lines: 1 })
  expect((await filesIn(keysDir)).length).toBeGreaterThan(before.length)
  // As the server does each minute: the lines of its start may have waited longer than a minute's turn by now.
  await createAuditSeal({
    db: server.db,
    clock: server.clock,
    store: server.storage,
    keys: () => readAuditKeys(keysDir),
    secondPlace: undefined,
  })()
  expect(await verifyAudit(keysDir)).toEqual({ code: 0, said: expect.stringContaining(' 0 waiting, ') })
})

it('rotate-keys takes the keys that it was told to prepare, so that machines with copies have them first', async () => {
  const prepared = await admin(['rotate-keys', '--prepare'], keysDir)
  const [, ofFiles, ofWebhooks] = /: (\w+) and (\w+) come next\.$/m.exec(prepared.said) ?? []
  expect(await filesIn(keysDir)).toEqual(expect.arrayContaining([`${ofFiles}.key`, `${ofWebhooks}.key`]))
  const { code, said } = await admin(['rotate-keys'], keysDir)
  expect(code).toBe(0)
  expect(said).toContain(`The master key is ${ofFiles};`)
  expect(said).toContain(`That of webhooks is ${ofWebhooks};`)
})
