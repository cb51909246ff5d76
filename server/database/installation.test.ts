import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeBackup } from '../backup/backup.ts'
import { NoInstallation, requireInstallation } from './installation.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedel-installation-'))
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** How a command ends on a data folder; whoever carries it out is this user, or the one that is given. */
const run = async (
  dataDir: string,
  args: string[],
  uid?: number,
): Promise<{ code: number; said: string }> => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, said: stderr }
  }
}
const commands: [string, () => string[]][] = [
  ['backup', () => ['scripts/backup.ts', '--to', join(folder, 'backup')]],
  ['audit:verify', () => ['scripts/audit-verify.ts']],
  ['conformance', () => ['scripts/conformance.ts']],
  ['rotate-keys', () => ['scripts/admin.ts', 'rotate-keys']],
  ['rotate-pseudonyms', () => ['scripts/admin.ts', 'rotate-pseudonyms']],
]

/** Loads one command after the other as if it were called: they share most of their modules. */
const loadingAll = `
const { exit } = process
const ended = {}
for (const [name, [script, ...args]] of JSON.parse(process.argv[2])) {
  const end = ended[name] = { code: 0, said: '' }
  process.argv = [process.execPath, script, ...args]
  console.error = text => { end.said += text + '\\n' }
  process.exit = code => {
    end.code = code
    throw end
  }
  await import(new URL(script + '?' + name, ${JSON.stringify(pathToFileURL(`${root}/`))})).catch(error => {
    if (error !== end) throw error
  })
}
console.log(JSON.stringify(ended))
process.exit = exit`

it('a command refuses a data folder that is not there, and makes none', async () => {
  const dataDir = join(folder, 'data')
  const given = JSON.stringify(commands.map(([name, args]) => [name, args()]))
  await writeFile(join(folder, 'loading.mjs'), loadingAll)
  const { code, said } = await run(dataDir, [join(folder, 'loading.mjs'), given])
  expect({ code, ended: JSON.parse(said) }).toEqual({
    code: 0,
    ended: Object.fromEntries(
      commands.map(([name]) => [
        name,
        {
          code: 2,
          said: `There is no folder ${dataDir}. Set DATA_DIR to the data folder of the server, and run this as the user of the server.\n`,
        },
      ]),
    ),
  })
  expect(await readdir(folder)).toEqual(['loading.mjs'])
})

it('a data folder without a database is refused, also where its first start was interrupted', async () => {
  expect(() => requireInstallation(folder)).toThrow(
    `There is no database in ${folder}, so there is nothing to work on. `,
  )
  await mkdir(join(folder, 'postgres'))
  expect(() => requireInstallation(folder)).toThrow(NoInstallation)
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '18\n')
  expect(() => requireInstallation(folder)).not.toThrow()
})

describe.skipIf(process.getuid?.() !== 0)('the database of another user', () => {
  const owner = 10001

  const database = async (): Promise<string> => {
    const dataDir = join(folder, 'data')
    await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
    for (const path of [dataDir, join(dataDir, 'postgres')]) await chown(path, owner, owner)
    await chmod(dataDir, 0o700)
    return dataDir
  }

  it.each([false, true])(
    'is not backed up by root while no server runs, which changes nothing of its folder',
    async wasTaken => {
      const dataDir = await database()
      if (wasTaken) await writeFile(join(dataDir, 'server.lock'), '')
      const before = await readdir(dataDir)
      const taken = takeBackup({
        dataDir,
        to: join(folder, 'backup'),
        now: new Date(),
        log: pino({ level: 'silent' }),
      })
      await expect(taken).rejects.toThrow(
        `The database in ${join(dataDir, 'postgres')} belongs to the user #10001, and would run as nobody. Run this as #10001: sudo -u '#10001' …`,
      )
      const { uid, gid, mode } = await stat(dataDir)
      expect([uid, gid, mode & 0o777]).toEqual([owner, owner, 0o700])
      expect(await readdir(dataDir)).toEqual(before)
      expect(await readdir(folder)).toEqual(['data'])
    },
  )

  it('is out of the reach of a third one, who is told so', async () => {
    const dataDir = await database()
    expect(await run(dataDir, ['scripts/conformance.ts'], 10002)).toEqual({
      code: 2,
      said: `This user may not read ${dataDir}. Set DATA_DIR to the data folder of the server, and run this as the user of the server.\n`,
    })
  })
})
