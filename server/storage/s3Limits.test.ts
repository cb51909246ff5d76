import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ProblemError } from '../../src/domain/problem.ts'
import { createDisk, NearlyFull } from '../disk.ts'
import { outageOf } from '../jobs/outages.ts'
import { createWorkFolders } from '../workFolders.ts'
import { withAvailability } from './availability.ts'
import { createStorage } from './index.ts'
import { createS3Store } from './s3Store.ts'

const diskOf = (dataDir: string, reserve = 0) =>
  createDisk({ dataDir, databaseFolder: () => undefined, reserveBytes: () => reserve })

const limits = { connectionMs: 300, answerMs: 300, silenceMs: 300, copyMs: 300, pausesMs: [] }
/** Both attempts of a call, and the pause between them. */
const withinMs = 3000

describe('an S3 store that accepts the connection and then is silent', () => {
  let server: Server
  let scratch: string
  let head = ''
  const sockets = new Set<Socket>()
  const before = { ...process.env }
  beforeAll(async () => {
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' })
    scratch = await mkdtemp(join(tmpdir(), 'bedel-s3-'))
    server = createServer(socket => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      if (head) socket.once('data', () => socket.write(head))
      else socket.resume()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    head = ''
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
    await rm(scratch, { recursive: true, force: true })
    process.env = before
  })

  const store = () => {
    const { port } = server.address() as { port: number }
    const clock = { now: () => new Date() }
    return withAvailability(
      createS3Store({
        endpoint: `http://127.0.0.1:${port}`,
        bucket: 'bucket',
        region: 'eu-west-2',
        scratch: createWorkFolders(scratch),
        disk: diskOf(scratch),
        clock,
        limits,
      }),
    )
  }
  const key = '0001/00000000-0000-4000-8000-000000000001/file.xml'

  const faultOf = async (call: () => Promise<unknown>): Promise<{ error: unknown; isInTime: boolean }> => {
    const began = performance.now()
    const error = await call().then(
      () => undefined,
      (fault: unknown) => fault,
    )
    return { error, isInTime: performance.now() - began < withinMs }
  }

  it.each<[string, (of: ReturnType<typeof store>) => Promise<unknown>]>([
    ['looked at', of => of.stat(key)],
    ['read', of => of.open(key)],
    ['listed', of => of.list('0001/')],
    ['removed', of => of.remove(key)],
    ['sealed', of => of.seal(key)],
    ['put', of => of.put(key, Readable.from([Buffer.alloc(10)]))],
  ])('is an outage when something is %s', async (_, call) => {
    const { error, isInTime } = await faultOf(() => call(store()))
    expect(isInTime).toBe(true)
    expect(error).toBeInstanceOf(ProblemError)
    expect((error as ProblemError).problem.kind).toBe('unavailable')
    expect(outageOf(error)).toEqual({ part: 'store', isCertain: true })
  })

  it('is an outage in the middle of an object, however large it is', async () => {
    head = 'HTTP/1.1 200 OK\r\nETag: "1"\r\nContent-Length: 1000000000\r\n\r\nthe first bytes'
    const received: string[] = []
    const { error, isInTime } = await faultOf(async () => {
      for await (const piece of store().pieces(key)) received.push(piece.toString())
    })
    expect(received.join('')).toBe('the first bytes')
    expect(isInTime).toBe(true)
    expect(outageOf(error)).toEqual({ part: 'store', isCertain: true })
  })
})

describe('an S3 store that takes nothing', () => {
  const key = '0001/00000000-0000-4000-8000-000000000001/file.xml'
  const openBelow = async (folder: string): Promise<string[]> => {
    const open = await readdir('/proc/self/fd')
    const targets = await Promise.all(open.map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')))
    return targets.filter(target => target.startsWith(folder) && !target.endsWith('.lock'))
  }

  it.each([
    ['refuses the connection', undefined],
    ['answers 503 before it has read anything', 'HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n'],
  ])('leaves no file open and none on the disk where it %s', async (_, answer) => {
    process.env.AWS_ACCESS_KEY_ID = 'test'
    process.env.AWS_SECRET_ACCESS_KEY = 'test'
    const scratch = await mkdtemp(join(tmpdir(), 'bedel-s3-'))
    const server = createServer(socket => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.pause().write(answer ?? ''))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    if (answer === undefined) await new Promise(resolve => server.close(resolve))
    onTestFinished(async () => {
      server.close()
      await rm(scratch, { recursive: true, force: true })
    })
    const store = createS3Store({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'bucket',
      region: 'eu-west-2',
      scratch: createWorkFolders(scratch),
      disk: diskOf(scratch),
      clock: { now: () => new Date() },
      limits,
    })
    for (let times = 0; times < 3; times += 1)
      await expect(store.put(key, Readable.from([Buffer.alloc(4 * 1024 ** 2)]))).rejects.toThrow()
    await expect.poll(() => openBelow(scratch), { timeout: 5000 }).toEqual([])
    const left = await readdir(scratch, { recursive: true, withFileTypes: true })
    expect(left.filter(entry => entry.isFile() && !entry.name.endsWith('.lock'))).toEqual([])
  })
})

it('puts nothing that its scratch has no room for beside the reserve, and leaves nothing of it there', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'bedel-s3-'))
  onTestFinished(() => rm(scratch, { recursive: true, force: true }))
  const key = '0001/00000000-0000-4000-8000-000000000001/file.xml'
  const setAside = { bytes: 0, given: false }
  /** A disk with room for so many bytes beside its reserve. */
  const room = (bytes: number) => ({
    setAside: async () => ({
      use: async (count: number) => {
        setAside.bytes += count
        if (setAside.bytes > bytes) throw new NearlyFull('no room')
      },
      giveBack: () => {
        setAside.given = true
      },
    }),
  })
  const storeOn = (disk: Parameters<typeof createS3Store>[0]['disk']) =>
    withAvailability(
      createS3Store({
        // Nobody listens there: what is put would be told as another fault.
        endpoint: 'http://127.0.0.1:9',
        bucket: 'bucket',
        region: 'eu-west-2',
        scratch: createWorkFolders(scratch),
        disk,
        clock: { now: () => new Date() },
        limits,
      }),
    )
  const put = (store: ReturnType<typeof storeOn>) =>
    store.put(key, Readable.from([Buffer.alloc(1000), Buffer.alloc(1000)])).catch((error: unknown) => error)
  for (const store of [storeOn(room(1500)), storeOn(diskOf(scratch, Number.MAX_SAFE_INTEGER))]) {
    const error = await put(store)
    expect(error).toMatchObject({ problem: { kind: 'unavailable' }, cause: { name: 'NearlyFull' } })
    expect(outageOf(error)).toEqual({ part: 'disk', isCertain: true })
  }
  expect(setAside).toEqual({ bytes: 2000, given: true })
  const left = await readdir(scratch, { recursive: true, withFileTypes: true })
  expect(left.filter(entry => entry.isFile() && !entry.name.endsWith('.lock'))).toEqual([])
})

it('has its scratch cleared of what a process that was killed in a put has left, and of nothing else', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bedel-s3-'))
  const config = { dataDir, s3: { endpoint: 'http://127.0.0.1:9', bucket: 'bucket', region: 'eu-west-2' } }
  const inScratch = () => readdir(join(dataDir, 'scratch'), { recursive: true }).catch((): string[] => [])
  const contents = (paths: string[]) => paths.filter(path => path.endsWith('/content'))
  const start = () =>
    createStorage({
      config,
      secret: new Uint8Array(1),
      clock: { now: () => new Date() },
      disk: diskOf(dataDir),
      hasStored: async () => false,
    }).then(inScratch)
  const program = `
    import { Readable } from 'node:stream'
    import { createStorage } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))}
    const clock = { now: () => new Date() }
    const disk = { setAside: async () => ({ use: async () => {}, giveBack: () => {} }) }
    const store = await createStorage({ config: ${JSON.stringify(config)}, secret: new Uint8Array(1), clock, disk })
    const content = async function* () {
      yield Buffer.from('of a student')
      console.log('written')
      await new Promise(resolve => setTimeout(resolve, 600_000))
    }
    await store.put('0001/00000000-0000-4000-8000-000000000001/file.xml', Readable.from(content()))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })
  await once(createInterface(child.stdout), 'line')
  // The content is asked for while the file for it is still being opened.
  await expect.poll(async () => contents(await inScratch()), { timeout: 10_000 }).toHaveLength(1)
  expect(contents(await start())).toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await start()).toEqual([])
})
