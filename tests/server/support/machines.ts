import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import pino from 'pino'
import { connect } from '../../../server/database/index.ts'
import { setUpDemonstration } from '../../../server/demonstration/setUp.ts'
import { freePort } from '../../../server/freePort.ts'
import { contentOfRelease, openDatabase } from './cluster.ts'
import { startObjectServer, whyNoObjectServer } from './radosgw.ts'
import { endProcess, killNow, type ServerProcess, spawnWorker, startServerProcess } from './serverProcess.ts'

/** A worker on a machine of its own. */
export interface WorkerMachine {
  dataDir: string
  pid: () => number
  /** Ends its process as a power cut would, and starts it again on the same folder. */
  kill: () => Promise<void>
  /** Asks its process to end, and waits for that. */
  stop: () => Promise<void>
}

/** A release that differs from this one in what is loaded before it. */
export interface OtherRelease {
  loadedBefore: string
  environment: Record<string, string>
}

/** What they store in, for the title of a test: it says where no object store could be had. */
export const storeInWords = whyNoObjectServer() ? `a folder that they share (${whyNoObjectServer()})` : 'S3'

/** The object store that all machines have: radosgw where it is installed, else a folder that they share. */
export const commonStore = async (folder: string) => {
  if (whyNoObjectServer() !== undefined) {
    const shared = join(folder, 'store')
    await mkdir(shared)
    return {
      environment: {},
      give: (dataDir: string) => symlink(shared, join(dataDir, 'store')),
      stop: async () => undefined,
    }
  }
  const { endpoint, accessKey, secretKey, stop } = await startObjectServer()
  const environment = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'bedel',
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: secretKey,
  }
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey }
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: environment.S3_BUCKET }))
  client.destroy()
  return { environment, give: async () => undefined, stop }
}

/**
 * An installation of many machines: API and worker processes with a data folder of their own each, one PostgreSQL, one
 * object store. What they have in common besides is the folder of keys.
 */
export const startMachines = async (options: { workers: number; servers: number; providers: number }) => {
  const folder = await mkdtemp(join(tmpdir(), 'bedel-machines-'))
  const database = await openDatabase(folder, pino({ level: 'silent' }))
  const { db } = await connect(database.url, 4)
  const clock = { now: () => new Date() }
  const content = await contentOfRelease()
  await setUpDemonstration({ db, clock }, { content, providers: options.providers })
  const store = await commonStore(folder)
  const common = {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    KEYS_DIR: join(folder, 'keys'),
    CALLS_PER_MINUTE: 'read=100000,costly=100000,write=100000,token=100000,download=100000,anonymous=100000',
    LOG_LEVEL: 'silent',
    ...store.environment,
  }
  const newDataDir = async (name: string): Promise<string> => {
    const dataDir = join(folder, name)
    await mkdir(dataDir)
    await store.give(dataDir)
    return dataDir
  }

  let last = 0
  const started: (() => Promise<unknown>)[] = []

  const serverOn = async (dataDir: string, release?: OtherRelease): Promise<ServerProcess> => {
    const environment = { ...common, ...release?.environment, ROLE: 'api' }
    const server = startServerProcess(dataDir, await freePort(), environment, release?.loadedBefore)
    started.push(server.stop)
    await server.ready
    return server
  }

  const serverFolders: string[] = []
  const addServer = async (release?: OtherRelease): Promise<ServerProcess> => {
    last += 1
    const dataDir = await newDataDir(`server-${last}`)
    serverFolders.push(dataDir)
    return serverOn(dataDir, release)
  }

  const addWorker = async (release?: OtherRelease): Promise<WorkerMachine> => {
    last += 1
    const dataDir = await newDataDir(`worker-${last}`)
    const start = () =>
      spawnWorker(
        dataDir,
        {
          ...common,
          ...release?.environment,
          // Small, so that copies come and go.
          ANALYSIS_CACHE_BYTES: '20000000',
        },
        release?.loadedBefore,
      )
    let child = start()
    const end = (signal: NodeJS.Signals): Promise<void> => endProcess(child, signal)
    started.push(() => end('SIGKILL'))
    return {
      dataDir,
      pid: () => child.pid ?? 0,
      kill: async () => {
        await end('SIGKILL')
        child = start()
      },
      stop: () => end('SIGTERM'),
    }
  }

  // One after the other: the first prepares the queue's tables.
  const servers: ServerProcess[] = []
  for (let number = 1; number <= options.servers; number++) servers.push(await addServer())
  const workers = await Promise.all(Array.from({ length: options.workers }, () => addWorker()))

  return {
    db,
    servers,
    workers,
    /** Ends an API process as a power cut would, and starts it again on the same folder. */
    restartServer: async (index: number): Promise<void> => {
      const [server, dataDir] = [servers[index], serverFolders[index]]
      if (!server || dataDir === undefined) throw new Error(`There is no server ${index}.`)
      killNow(server.child.pid ?? 0)
      await server.ended
      servers[index] = await serverOn(dataDir)
    },
    /** One more API process, on a machine of its own. */
    addServer,
    /** One more worker, on a machine of its own. */
    addWorker,
    stop: async (): Promise<void> => {
      await Promise.all(started.map(end => end()))
      await db.destroy()
      await store.stop()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Machines = Awaited<ReturnType<typeof startMachines>>
