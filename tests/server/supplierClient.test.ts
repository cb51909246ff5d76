import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient } from '../../scripts/client/build.ts'
import { guideExamples } from '../../src/features/suppliers/guide/examples.ts'
import { generateSample } from '../../src/sample/index.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'

/*
 * What a software supplier is given, against a real server: the client package as `npm run pack:client` makes it,
 * and the commands of the guide as they stand there.
 */

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const faulty = Buffer.concat([
  ...generateSample({ provider: '0001', students: 60, faults: 'rules', collection: '23056' }),
])

/** What is used here of the package, which has no types before it is made; a consumer of its own shows them below. */
interface Package {
  ApiRefusal: new () => Error
  createClient: (options: { url: string; key: string; fetch?: typeof fetch }) => {
    validate: (
      file: Blob | string,
      options: { collectionReference: string },
    ) => Promise<{ verdict: string; rules: { failing: { ruleCode: string; status: number }[] } | null }>
    upload: (file: Blob, options: Record<'collectionId' | 'instId' | 'fileName', string>) => Promise<string>
    waitForResults: (
      submissionId: string,
      options: { everyMs: number },
    ) => Promise<{ isReady: boolean; submission: { fileName: string; status: { code: string } } }>
    api: {
      submissions: {
        listValidations: (
          id: string,
          query: Record<string, string>,
        ) => Promise<{ validations: { Code: string }[] }>
      }
    }
  }
}

let server: ProcessingServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bedel-client-'))
  server = await startProcessingServer({ worker: true })
  await mkdir(join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await buildClient(join(folder, 'dist'))
  await symlink(join(folder, 'dist'), join(folder, 'node_modules/bedel-client'))
}, 120_000)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

let keys = 0
const keyFor = async (...scopes: string[]): Promise<string> => {
  keys += 1
  const made = await server.call<{ secret: string }>('ashby-signoff', 'POST', '/suppliers/keys', {
    body: { name: `Client ${keys}`, scopes, days: 30 },
  })
  return made.body.secret
}

describe('the client package', () => {
  const open = async (key: string, options: { fetch?: typeof fetch } = {}) => {
    const { createClient, ApiRefusal } = (await import(join(folder, 'dist/index.js'))) as Package
    return { client: createClient({ url: server.origin, key, ...options }), ApiRefusal }
  }

  it('checks a file, uploads it, waits for its results and reads them', async () => {
    const { client } = await open(await keyFor('validate', 'upload', 'read'))
    const file = new Blob([faulty])
    const found = await client.validate(file, { collectionReference: '23056' })
    expect(found.verdict).toBe('findings')
    const outside = found.rules?.failing.filter(({ status }) => status === 1) ?? []
    expect(outside.length).toBeGreaterThan(0)

    const id = await client.upload(file, {
      collectionId: 'c23056',
      instId: '0001',
      fileName: 'student.xml',
    })
    const { isReady, submission } = await client.waitForResults(id, { everyMs: 100 })
    expect([isReady, submission.fileName]).toEqual([true, 'student.xml'])
    const { validations } = await client.api.submissions.listValidations(id, { status: '1', limit: '-1' })
    // What was found without a submission is what is found with it.
    expect(validations.map(({ Code }) => Code).toSorted()).toEqual(
      outside.map(({ ruleCode }) => ruleCode).toSorted(),
    )
  }, 90_000)

  it('says that processing has stopped, and why a call was refused', async () => {
    const { client, ApiRefusal } = await open(await keyFor('upload'))
    const id = await client.upload(new Blob(['<a></b>']), {
      collectionId: 'c23056',
      instId: '0001',
      fileName: 'broken.xml',
    })
    const { isReady, submission } = await client.waitForResults(id, { everyMs: 100 })
    expect([isReady, submission.status.code]).toEqual([false, 'SCHEMA_CHECK_FAILED'])
    const refusal = await client.validate('<a/>', { collectionReference: '23056' }).catch(error => error)
    expect(refusal).toBeInstanceOf(ApiRefusal)
    expect([refusal.status, refusal.message]).toEqual([
      403,
      'This API key does not allow this. Its scopes show what it can do.',
    ])
  }, 60_000)

  it('sends a hash with every file, so that a file damaged on its way is refused', async () => {
    const damaged = (file: Blob): Blob => new Blob([file.slice(0, -1), '!'])
    const { client } = await open(await keyFor('validate', 'upload', 'read'), {
      fetch: (url, init) => {
        const { body } = init ?? {}
        if (body instanceof Blob) return fetch(url, { ...init, body: damaged(body) })
        if (body instanceof FormData) body.set('file', damaged(body.get('file') as Blob), 'student.xml')
        return fetch(url, init)
      },
    })
    const refusal = {
      status: 503,
      message: 'The file was damaged on its way to the file store. Send it again.',
    }
    const file = new Blob(['<a/>'])
    await expect(client.validate(file, { collectionReference: '23056' })).rejects.toMatchObject(refusal)
    const options = { collectionId: 'c23056', instId: '0001', fileName: 'student.xml' }
    await expect(client.upload(file, options)).rejects.toMatchObject(refusal)
    // The upload would go on for as long as its form can be sent again.
    await server.forget()
  })

  it('is typed: what the API does not take or answer does not compile', async () => {
    await writeFile(
      join(folder, 'consumer.ts'),
      `import { type Client, createClient, type OpenCollections, type Rules } from 'bedel-client'
const client = createClient({ url: 'https://portal.example', key: 'x' })
const found = await client.validate('<a/>', { collectionReference: '23056' })
const verdict: 'clean' | 'findings' | 'unreadable' = found.verdict
const open: OpenCollections = await client.openCollections()
const uses: ('check' | 'upload' | 'onlineValidation')[] | undefined = open[0]?.accepts
const zip: Blob = await client.specificationPackage(open[0]?.specification?.id ?? 0)
const rules: Rules | undefined = undefined as Awaited<ReturnType<Client['api']['submissions']['listValidations']>> | undefined
// @ts-expect-error There is no such verdict.
if (found.verdict === 'fine') throw verdict
// @ts-expect-error A status is '0' or '1'.
await client.api.submissions.listValidations('id', { status: '2' })
// @ts-expect-error A key approves nothing.
client.api.submissions.updateState
export { rules, uses, zip }
`,
    )
    const options = '--noEmit --strict --target es2022 --module nodenext --ignoreConfig --types'.split(' ')
    const compiled = run(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...options,
      '',
      join(folder, 'consumer.ts'),
    ])
    // A declaration that names a source finds nothing in the package.
    const declared = await readFile(join(folder, 'dist/index.d.ts'), 'utf8')
    expect(declared.match(/from '[^']*'/g)).toEqual(["from './api.js'", "from './api.js'"])
    // What the compiler says is on its output.
    expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' })
  }, 60_000)
})

/** The examples for a collection that is open at the server. */
const examples = () =>
  guideExamples({
    origin: server.origin,
    instId: '0001',
    collection: { id: 'c23056', reference: '23056' },
  })

describe('the programs of the guide', () => {
  it.each([
    ['Python', 'python3', 'guide.py', 'python'],
    ['TypeScript', process.execPath, 'guide.ts', 'typescript'],
  ] as const)(
    'check a file, upload it, wait and read, in %s',
    async (_, program, name, example) => {
      await server.forget()
      await writeFile(join(folder, '23056.xml'), faulty)
      await writeFile(join(folder, name), examples()[example])
      const env = { ...process.env, KEY: await keyFor('validate', 'upload', 'read') }
      const { stdout } = await run(program, [name], { cwd: folder, env })
      const [verdict, status, ...rules] = stdout.trim().split('\n')
      expect([verdict, status]).toEqual(['findings', 'QUALITY_PROCESSING_COMPLETE'])
      expect(rules.length).toBeGreaterThan(0)
    },
    90_000,
  )
})

describe('the commands of the guide', () => {
  it('check, upload, wait and read, as they stand there', {
    tags: ['exhaustive'],
    timeout: 90_000,
  }, async () => {
    const key = await keyFor('validate', 'upload', 'read')
    await writeFile(join(folder, '23056.xml'), faulty)
    const { open, check, offline, upload, wait, read } = examples()
    const bash = async (commands: string, variables: Record<string, string> = {}): Promise<string> => {
      const env = { ...process.env, KEY: key, ...variables }
      return (
        await run('bash', ['-e', '-o', 'pipefail', '-c', commands], { cwd: folder, env, maxBuffer: 1 << 26 })
      ).stdout
    }
    expect((await bash(open)).split('\t')[0]).toBe('23056')
    expect(JSON.parse(await bash(check)).verdict).toBe('findings')
    // Only the download: `scripts/validate` tests the command.
    const download = offline.slice(0, offline.indexOf('\nbedel-validate'))
    expect(await bash(`${download}; unzip -l specification.zip`)).toContain('specification.json')
    const id = (await bash(`${upload} >&2; echo $ID`)).trim()
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    expect((await bash(wait, { ID: id })).trim()).toBe('QUALITY_PROCESSING_COMPLETE')
    const rule = JSON.parse(await bash(read, { ID: id }))
    expect(rule.results.length).toBeGreaterThan(0)
  })
})
