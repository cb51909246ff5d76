import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clusterOf, removeDataFolder } from '../../server/database/clusterPlace.ts'
import { createClient } from '../../server/database/connections.ts'
import { DataFolderInUse, startEmbeddedDatabase } from '../../server/database/index.ts'
import { freePort } from '../../server/freePort.ts'
import { openDatabase } from './support/cluster.ts'
import { type SignedPost, sendForm } from './support/sendForm.ts'
import {
  apiTokenFor,
  databaseProcesses,
  descendantsOf,
  isRunning,
  killNow,
  startServerProcess,
} from './support/serverProcess.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

/** Starts that are interrupted; `npm run model:all` asks for fifty. */
const moments = Number(process.env.BEDEL_INTERRUPTED_STARTS ?? 3)
const isRoot = process.getuid?.() === 0
const log = pino({ level: 'silent' })

/** `kill -9` of a server and of everything that it has started, as a power cut would end them. */
const killAll = async (pid: number, dataDir: string): Promise<void> => {
  const all = [pid, ...descendantsOf(pid), ...databaseProcesses(dataDir).map(process => process.pid)]
  for (const one of all) killNow(one)
  await expect.poll(() => all.filter(isRunning), { timeout: 60_000 }).toEqual([])
}

/** Processes that have the folder on their command line. */
const processesAbout = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
      } catch {
        return false
      }
    })
    .map(Number)

/** A data folder to be made where the user of the database cannot get to; what is made for it elsewhere goes with it. */
const closedFolder = async (): Promise<string> => {
  const dataDir = join(await temporaryFolder(), 'data')
  onTestFinished(() => {
    removeDataFolder(dataDir)
  })
  return dataDir
}

/** Everything below a folder with its rights, by path. */
const rightsBelow = async (folder: string): Promise<{ path: string; mode: number; isFolder: boolean }[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter(entry => entry.isFile() || entry.isDirectory())
      .map(async entry => {
        const path = join(entry.parentPath, entry.name)
        return { path, mode: (await stat(path)).mode & 0o777, isFolder: entry.isDirectory() }
      }),
  )
}

describe('a first start', () => {
  it('may end at any moment: the next one works, and keeps the folder to its owner', {
    tags: ['exhaustive'],
    timeout: 120_000 + moments * 30_000,
  }, async () => {
    const undisturbed = await temporaryFolder()
    const began = performance.now()
    const whole = startServerProcess(undisturbed, await freePort())
    onTestFinished(() => void whole.child.kill('SIGKILL'))
    await whole.ready
    const wholeMs = performance.now() - began
    await whole.stop()

    for (let moment = 1; moment <= moments; moment += 1) {
      // In turns in the open and, as root, with the database below /var/lib; a worker is begun when the rest has started.
      const isElsewhere = isRoot && moment % 2 === 0
      const dataDir = await (isElsewhere ? closedFolder() : temporaryFolder())
      const environment = { ROLE: moment % 3 === 0 ? 'all' : 'api' }
      const first = startServerProcess(dataDir, await freePort(), environment)
      // The moments lie over the whole of a start; what matters is that they are many and all different.
      await new Promise(resolve => setTimeout(resolve, (wholeMs * moment) / (moments + 1)))
      await killAll(first.child.pid ?? 0, dataDir)
      const second = startServerProcess(dataDir, await freePort(), environment)
      onTestFinished(() => void second.child.kill('SIGKILL'))
      await second.ready
      const token = await apiTokenFor(second.url, 'bedel-admin')
      const answer = await fetch(`${second.url}/api/collections/23056`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(answer.status, `moment ${moment} of ${moments}`).toBe(200)
      const place = clusterOf(dataDir)
      expect(place).toMatch(isElsewhere ? /^\/var\/lib\/bedel\/data\// : `${dataDir}/postgres`)
      await second.stop()
      expect(await second.ended, second.printed()).toBe(0)
      const names = await readdir(dataDir, { recursive: true })
      expect(names.filter(name => name.includes('partial'))).toEqual([])
    }

    const folder = (await stat(undisturbed)).mode & 0o777
    // As root the group of the database's user may pass through, nobody may look.
    expect(folder).toBe(isRoot ? 0o710 : 0o700)
    const open = (await rightsBelow(undisturbed)).filter(
      ({ mode, isFolder }) => mode !== (isFolder ? 0o700 : 0o600),
    )
    expect(open).toEqual([])
  })
})

describe('a data folder that others may look into', () => {
  it('is closed to them by the start, and what is made in it, files of providers among it, is its owner’s alone', async () => {
    const dataDir = join(await temporaryFolder(), 'data')
    await mkdir(dataDir, { mode: 0o755 })
    const database = await openDatabase(await temporaryFolder(), log)
    const server = startServerProcess(dataDir, await freePort(), { DATABASE_URL: database.url, ROLE: 'api' })
    onTestFinished(async () => {
      killNow(server.child.pid ?? 0)
      await server.ended
      await database.stop()
    })
    await server.ready
    const asked = await fetch(`${server.url}/api/files/uploadRequest`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await apiTokenFor(server.url, 'ashby-submitter')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        submissionUuid: randomUUID(),
        fileName: 'file.xml',
        collectionId: 'c23056',
        instId: '0001',
        fileSize: 4,
      }),
    })
    const post = (await asked.json()) as SignedPost
    expect((await sendForm(server.url, post, '<a/>')).status).toBe(204)

    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    const below = await rightsBelow(dataDir)
    const inStore = below.filter(({ path, isFolder }) => !isFolder && path.startsWith(join(dataDir, 'store')))
    expect(inStore).not.toEqual([])
    expect(below.filter(({ mode, isFolder }) => mode !== (isFolder ? 0o700 : 0o600))).toEqual([])
  })
})

describe('the embedded database', () => {
  it('that was killed while it was made is made by the next start, and comes again when its first process is killed', async () => {
    const dataDir = await temporaryFolder()
    const program = join(import.meta.dirname, 'support', 'databaseProcess.ts')
    const first = spawn(process.execPath, [program, dataDir], { stdio: ['pipe', 'ignore', 'ignore'] })
    const left = async () => (await readdir(dataDir)).filter(name => name.startsWith('postgres.partial'))
    await expect.poll(left, { timeout: 60_000, interval: 5 }).not.toEqual([])
    await killAll(first.pid ?? 0, dataDir)
    // As processes leave them that are killed between the two halves of writing a secret.
    const drafts = ['keys/database-app', 'keys/audit/signing.pem'].map(secret =>
      join(dataDir, `${secret}.4711.0a1b2c3d.partial`),
    )
    await mkdir(join(dataDir, 'keys/audit'))
    for (const draft of drafts) await writeFile(draft, 'half')
    // One that was begun at that moment has the folder on its command line, and would go on by itself.
    await expect
      .poll(() => {
        const alive = processesAbout(dataDir)
        for (const pid of alive) killNow(pid)
        return alive
      })
      .toEqual([])
    expect(await left()).not.toEqual([])

    const database = await startEmbeddedDatabase(dataDir, log)
    onTestFinished(database.stop)
    expect(await left()).toEqual([])
    expect(drafts.filter(draft => existsSync(draft))).toEqual([])
    const answers = async (): Promise<boolean> => {
      const client = createClient({ connectionString: database.ownerUrl.replace(/[^/]+$/, 'postgres') })
      await client.connect()
      await client.query('select 1')
      await client.end()
      return true
    }
    expect(await answers()).toBe(true)
    const before = databaseProcesses(dataDir).map(({ pid }) => pid)
    killNow(before[0] ?? 0)
    await expect.poll(() => answers().catch(() => false), { timeout: 60_000 }).toBe(true)
    expect(before.filter(isRunning)).toEqual([])
  })
})

describe('a data folder', () => {
  it('belongs to one server: another refuses, naming its process, whatever the file of the process id says', {
    tags: ['exhaustive'],
  }, async () => {
    const dataDir = await temporaryFolder()
    const first = startServerProcess(dataDir, await freePort(), { ROLE: 'api' })
    onTestFinished(() => void first.child.kill('SIGKILL'))
    await first.ready
    await expect(startEmbeddedDatabase(dataDir, log)).rejects.toThrow(DataFolderInUse)
    await expect(startEmbeddedDatabase(dataDir, log)).rejects.toThrow(
      `in use by the process ${first.child.pid}`,
    )
    // In another container the number of the process is nobody's, or somebody else's.
    await writeFile(join(dataDir, 'server.pid'), '2147483646 another-container\n')
    await expect(startEmbeddedDatabase(dataDir, log)).rejects.toThrow(
      'the process 2147483646 on another-container',
    )
    await rm(join(dataDir, 'server.pid'))
    await expect(startEmbeddedDatabase(dataDir, log)).rejects.toThrow(DataFolderInUse)
    await first.stop()
  })

  it('that is deleted under its server ends it, with the reason, and leaves the one that is made in its place alone', {
    tags: ['exhaustive'],
  }, async () => {
    const dataDir = await temporaryFolder()
    const first = startServerProcess(dataDir, await freePort(), { ROLE: 'api', LOG_LEVEL: 'fatal' })
    onTestFinished(() => void first.child.kill('SIGKILL'))
    await first.ready
    const ofFirst = databaseProcesses(dataDir).map(({ pid }) => pid)
    expect(ofFirst.length).toBeGreaterThan(1)
    await rm(dataDir, { recursive: true, maxRetries: 10 })
    const next = await startEmbeddedDatabase(dataDir, log)
    onTestFinished(next.stop)
    expect(await first.ended).toBe(1)
    expect(first.printed()).toContain(`The data folder ${dataDir} was deleted under this server`)
    expect(ofFirst.filter(isRunning)).toEqual([])
    expect(await readFile(join(dataDir, 'server.pid'), 'utf8')).toBe(`${process.pid} ${hostname()}\n`)
  })

  it('of a server that was killed is taken over at once, also where its number is another program’s by now', async () => {
    const dataDir = await temporaryFolder()
    const database = await startEmbeddedDatabase(dataDir, log)
    await database.stop()
    // The parent of this process lives, and is no server.
    await writeFile(join(dataDir, 'server.pid'), `${process.ppid} ${hostname()}\n`)
    await writeFile(join(database.folder, 'postmaster.pid'), `${process.ppid}\n${database.folder}\n0\n1\n`)
    const next = await startEmbeddedDatabase(dataDir, log)
    expect(isRunning(process.ppid)).toBe(true)
    expect(await readFile(join(dataDir, 'server.pid'), 'utf8')).toBe(`${process.pid} ${hostname()}\n`)
    await next.stop()
  })
})
