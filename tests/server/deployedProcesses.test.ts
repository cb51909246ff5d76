import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { freePort } from '../../server/freePort.ts'
import { openDatabase } from './support/cluster.ts'
import { commonStore, storeInWords } from './support/machines.ts'
import { startServerProcess } from './support/serverProcess.ts'

/*
 * The processes of `deploy`, which needs containers or systemd, started here with the variables that its files give them (decisions §20). Only
 * addresses, passwords, ports and folders are those of this machine.
 */

type Variables = Record<string, string>
const root = join(import.meta.dirname, '../..')
const textOf = (file: string) => readFile(join(root, 'deploy', file), 'utf8')
// biome-ignore lint/suspicious/noExplicitAny: the shape of these files is what is looked at.
const documentsOf = async (file: string): Promise<any[]> =>
  parseAllDocuments(await textOf(file), { merge: true }).map(document => document.toJS())

/** What the operator adds, as docs/operate asks for it. */
const settings: Variables = {
  NODE_ENV: 'production',
  DEMO: 'false',
  PUBLIC_URL: 'https://bedel.example.org',
  OIDC_ISSUER: 'https://login.example.org/realms/bedel',
  OIDC_CLIENT_ID: 'bedel-portal',
}

const ofCompose = async (service: string): Promise<Variables> =>
  (await documentsOf('compose/compose.yaml'))[0].services[service].environment
const ofKubernetes = async (deployment: string): Promise<Variables> => {
  const documents = await documentsOf('kubernetes/bedel.yaml')
  const found = documents.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === deployment)
  const variables: { name: string; value?: string }[] = found.spec.template.spec.containers[0].env
  return Object.fromEntries(variables.map(({ name, value }) => [name, value ?? '']))
}
const ofSystemd = async (unit: string): Promise<Variables> =>
  Object.fromEntries(
    [...(await textOf(`systemd/${unit}`)).matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map(pair => pair.split(/=(.*)/s).slice(0, 2)),
    ),
  )

let folder: string
let database: Awaited<ReturnType<typeof openDatabase>>
let store: Awaited<ReturnType<typeof commonStore>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedel-deployed-'))
  database = await openDatabase(folder, pino({ level: 'silent' }))
  store = await commonStore(folder)
}, 120_000)
afterAll(async () => {
  await store.stop()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The variables of a process with what is of this machine in place of what is of another. */
const here = async (given: Variables, dataDir: string): Promise<Variables> => {
  await mkdir(dataDir, { recursive: true })
  await store.give(dataDir)
  const local: Variables = {
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    KEYS_DIR: join(folder, 'keys'),
    AUDIT_CHECKPOINTS_DIR: join(folder, 'checkpoints'),
    PORT: String(await freePort()),
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: String(await freePort()),
  }
  const values = Object.entries({ ...settings, ...given }).filter(([name]) => !/^(?:S3|AWS)_/.test(name))
  return {
    ...Object.fromEntries(
      values.map(([name, value]) => [
        name,
        local[name] ?? (value.includes('${') ? settings[name] : value) ?? '',
      ]),
    ),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: local.PORT ?? '',
    ...store.environment,
  }
}

const answerOf = async (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

describe(`the processes of deploy, which store in ${storeInWords}`, () => {
  it.each([
    ['compose', () => ofCompose('api-1'), () => ofCompose('worker'), () => ofCompose('migrate')],
    ['Kubernetes', () => ofKubernetes('bedel-api'), () => ofKubernetes('bedel-worker'), undefined],
    ['systemd', () => ofSystemd('bedel-api@.service'), () => ofSystemd('bedel-worker@.service'), undefined],
  ])('are ready with the variables of %s', { timeout: 180_000 }, async (name, api, worker, migrate) => {
    if (migrate) {
      const environment = await here(await migrate(), join(folder, 'migrate'))
      await promisify(execFile)(process.execPath, ['scripts/admin.ts', 'migrate'], {
        cwd: root,
        env: { PATH: process.env.PATH, ...environment },
      })
    }
    for (const [role, given] of [
      ['api', await api()],
      ['worker', await worker()],
    ] as const) {
      const environment = await here(given, join(folder, `${name}-${role}`))
      expect(environment.ROLE).toBe(role)
      const { PORT: port = '', METRICS_PORT: metrics = '' } = environment
      const started = startServerProcess(environment.DATA_DIR ?? '', Number(port), environment)
      onTestFinished(() => started.stop())
      const at = role === 'api' ? port : metrics
      await expect.poll(() => answerOf(`http://127.0.0.1:${at}/health/ready`), { timeout: 60_000 }).toBe(200)
      expect(await answerOf(`http://127.0.0.1:${metrics}/metrics`)).toBe(200)
    }
  })
})
