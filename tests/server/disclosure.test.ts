import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { generateSample, type SampleOptions } from '../../src/sample/index.ts'
import { isExhaustive } from './support/exhaustive.ts'
import { outletNames, startOutlets } from './support/outlets.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import {
  contentOf,
  type Found,
  found,
  type Kind,
  kinds,
  marked,
  type RecordFile,
  recordFiles,
} from './support/recordValues.ts'
import { operations } from './support/requests.ts'
import { workbookMade } from './support/workbooks.ts'

/*
 * Every call that the API describes, asked by every kind of person with ids that are there, whatever it is for: no answer, and
 * no file that an answer leads to, holds a value of a record that this person may not read, and what leaves otherwise holds
 * none at all. What each call gives to whom is
 * privacy.test.ts; this finds what nobody thought of. `npm test` makes each request as one of the people, another each
 * time; BEDEL_EXHAUSTIVE as all.
 */

const files = ['live', 'failed', 'trial'] as const
type File = (typeof files)[number]
const ids: Record<File, string> = { live: randomUUID(), failed: randomUUID(), trial: randomUUID() }

/** What each person reads, by specification 1 and the matrix of issue 9: the rest is withheld. */
const nothing: Partial<Record<File, readonly Kind[]>> = {}
const ordinary: readonly Kind[] = ['identifier', 'personal']
const mayRead = {
  'ashby-submitter': { live: kinds, failed: kinds },
  'ashby-signoff': { live: kinds, failed: kinds },
  'ashby-guest': nothing,
  'ashby-ovt': { trial: kinds },
  'brackley-signoff': nothing,
  'bedel-admin': { live: ordinary, failed: ordinary, trial: ordinary },
  'bedel-analyst': { live: ordinary, failed: ordinary, trial: ordinary },
  'bedel-special': { live: kinds, failed: kinds, trial: kinds },
  'bedel-staff': nothing,
  'bedel-anon': nothing,
  'bedel-pii': nothing,
  'ohe-analyst': { live: ordinary, failed: ordinary },
  'fcw-analyst': nothing,
  'ttb-analyst': nothing,
  'ohe-delivery': nothing,
} as const satisfies Record<string, Partial<Record<File, readonly Kind[]>>>
type Person = keyof typeof mayRead
const share = 15
/** Asked as everybody: which of the other calls a share of the people makes changes with each call that is added. */
const personalCall = 'GET /submissions/{id}/schemachecks'
const people = Object.keys(mayRead) as Person[]

const isAllowed = (person: Person, one: Found): boolean => {
  const reads: Partial<Record<File, readonly Kind[]>> = mayRead[person]
  return files.some(file => reads[file]?.some(kind => one === `${kind} of ${file}`))
}

let server: ProcessingServer
let outlets: Awaited<ReturnType<typeof startOutlets>>
let records: RecordFile[]
/** A file that is no XML where a disability stands. */
const broken = { id: randomUUID(), line: 0 }
const contents: { name: File; xml: string }[] = []
/** Values that are there, by the name of a parameter or a field; where a name means many things, by the path that has it. */
const known: Record<string, readonly string[]> = {}
const rules = ['QR.STUDENT.Student.BIRTHDTE.901.V01', 'QR.STUDENT.Disability.DISABILITY.902.V01']

const send = async (
  name: File,
  options: Pick<SampleOptions, 'students' | 'faults' | 'researchersMoveTo'>,
  [digit, family]: [number, string],
): Promise<void> => {
  const sample = Buffer.concat([...generateSample({ provider: '0001', collection: '23056', ...options })])
  const content = marked(sample.toString(), digit, family)
  contents.push({ name, xml: content })
  const isOvt = name === 'trial'
  await server.upload(isOvt ? 'ashby-ovt' : 'ashby-submitter', {
    submissionId: ids[name],
    instId: '0001',
    content,
    isOvt,
  })
  await server.reaches(ids[name], name === 'failed' ? 'SCHEMA_CHECK_FAILED' : 'QUALITY_PROCESSING_COMPLETE')
  server.clock.forward(60_000)
}

const sendBroken = async (): Promise<void> => {
  const sample = Buffer.concat([...generateSample({ provider: '0001', collection: '23056', students: 30 })])
  const xml = sample.toString().replace(/<DISABILITY>(\d+)</, '<DISABILITY>&quilled$1;<')
  broken.line = xml.slice(0, xml.indexOf('&quilled')).split('\n').length
  await server.upload('ashby-submitter', {
    submissionId: broken.id,
    instId: '0001',
    content: Buffer.from(xml),
  })
  await server.reaches(broken.id, 'SCHEMA_CHECK_FAILED')
  server.clock.forward(60_000)
}

/** The first thing of a list that an administrator reads. */
const firstOf = async (user: string, path: string, pick: RegExp): Promise<string> => {
  const { body } = await server.call<unknown>(user, 'GET', path)
  return pick.exec(JSON.stringify(body))?.[1] ?? expect.fail(`${path}: ${JSON.stringify(body).slice(0, 300)}`)
}

beforeAll(async () => {
  outlets = await startOutlets()
  server = await startProcessingServer({ worker: true, ...outlets.options })
  await outlets.listen(server, people, 'ashby-signoff')
  await sendBroken()
  await send('failed', { students: 90, faults: 'schema' }, [7, 'Quillhammer'])
  // The latest, of which more can be done.
  await send('live', { students: 60, faults: 'rules', researchersMoveTo: '0002' }, [6, 'Quillfeather'])
  await send('trial', { students: 30, faults: 'rules' }, [8, 'Quillmoor'])
  records = recordFiles(contents)
  // Mails of it are written before anybody chooses others.
  await server.processing.tell()
  await vi.waitFor(
    async () => {
      const { body } = await server.call('ashby-signoff', 'GET', `/submissions/${ids.live}`)
      expect(body.tsvDeliveryLocation).not.toBeNull()
    },
    { timeout: 30_000, interval: 200 },
  )
  const code = await firstOf(
    'ashby-signoff',
    `/submissions/${ids.live}/validations?limit=-1`,
    /"Code":"([^"]+)"/,
  )
  const raised = await server.call<{ id: string }>(
    'ashby-signoff',
    'POST',
    `/submissions/${ids.live}/issues`,
    {
      body: { validationCode: code, regulatorCode: '5016' },
    },
  )
  expect(raised.body).toMatchObject({ id: expect.any(String) })
  const specification = await firstOf('bedel-admin', '/specifications', /"id":"?([^",]+)/)
  const ruleset = await firstOf('bedel-admin', '/specifications/rulesets', /"id":"?([^",]+)/)
  Object.assign(known, {
    '/issues/{id}': [raised.body.id],
    '/specifications/{id}': [specification],
    '/specifications/rulesets/{id}': [ruleset],
    '/specifications/schemas/{id}': [
      await firstOf('bedel-admin', '/specifications/schemas', /"id":"?([^",]+)/),
    ],
    issue: [raised.body.id],
    specId: [specification],
    instId: ['0001'],
    providerId: ['0001'],
    institutionId: ['0001'],
    reference: ['23056'],
    collectionReference: ['23056'],
    collectionId: ['c23056'],
    regulatorCode: ['5016'],
    validationId: rules,
    validationCode: rules,
    reportCode: ['SEN1', 'PGROUT', 'FREQCOUNT'],
    cellId: ['*~*'],
    student: ['5'],
    lineId: ['1'],
    chartId: ['submission-lifecycle'],
    limit: ['100'],
    offset: ['0'],
    fileSize: ['10'],
  })
}, 240_000)
afterAll(async () => {
  await server.stop()
  await outlets.stop()
})

/** Gives examples of rules, records that the ruleset makes up: values in fields of special category, of nobody. */
const hasMadeUpRecords = ({ call }: RequestCase): boolean =>
  ['GET /specification/{reference}/rules', 'GET /specifications/{id}/package'].includes(call)

const submissionNames = [
  'id',
  'uuid',
  'submissionId',
  'submissionUuid',
  'currentSubmissionId',
  'previousId',
  'previousSubmissionId',
]

/** Values of a name in this call: of a path that says what its ids are, of the submission that is asked about, or of the name. */
const valuesOf = (path: string, name: string, submission: string): readonly string[] | undefined =>
  known[Object.keys(known).find(start => path.startsWith(start) && start.endsWith(`{${name}}`)) ?? ''] ??
  (submissionNames.includes(name)
    ? [submission]
    : name === 'key'
      ? [`0001/${submission}/file.xml`]
      : known[name])

interface RequestCase {
  call: string
  method: string
  path: string
  accept: string
  body: unknown
  about: File
}

/** An example with what is there in place of its values. */
const filled = (example: unknown, name: string, submission: string): unknown => {
  if (Array.isArray(example)) return example.map(one => filled(one, name.replace(/s$/, ''), submission))
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(
      Object.entries(example).map(([key, value]) => [key, filled(value, key, submission)]),
    )
  return typeof example === 'string' ? (valuesOf('', name, submission)?.[0] ?? example) : example
}

/** Every choice of one value of each. */
const choices = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((all, list) => all.flatMap(one => list.map(value => [...one, value])), [[]])

const requestsOf = ({
  method,
  path,
  parameters,
  body,
  needed,
  produces,
}: ReturnType<typeof operations>[number]): RequestCase[] => {
  const call = `${method} ${path.slice('/api'.length)}`
  const inPath = parameters.filter(parameter => parameter.in === 'path')
  return files.flatMap(about => {
    const valuesHere = (name: string, example: unknown) =>
      valuesOf(path.slice('/api'.length), name, ids[about]) ?? [String(example ?? '')]
    const query = parameters
      .filter(
        ({ in: where, name, required }) => where === 'query' && (required || valuesOf('', name, ids[about])),
      )
      .map(({ name, example }) => `${name}=${encodeURIComponent(valuesHere(name, example)[0] ?? '')}`)
      .join('&')
    return choices(inPath.map(({ name, example }) => valuesHere(name, example))).flatMap(values => {
      const address = inPath.reduce(
        (text, { name }, at) => text.replace(`{${name}}`, encodeURIComponent(values[at] ?? '')),
        path,
      )
      const bodies = body
        ? [body, Object.fromEntries(Object.entries(body).filter(([name]) => needed.includes(name)))]
        : [undefined]
      return bodies.flatMap(one =>
        produces.map(accept => ({
          call,
          method,
          path: `${address}${query === '' ? '' : `?${query}`}`,
          accept,
          body: one && filled(one, '', ids[about]),
          about,
        })),
      )
    })
  })
}

/** What only reads comes first, then what gives files, what changes something, what removes it; the end of a sign-in last. */
const turnOf = ({ method, path }: { method: string; path: string }): number => {
  if (path.endsWith('/sign-out')) return 4
  if (method === 'GET') return 0
  if (method === 'DELETE') return 3
  return /download|\/csv$|workbooks|preview/i.test(path) ? 1 : 2
}

const unique = (all: readonly RequestCase[]): RequestCase[] => [
  ...new Map(all.map(one => [JSON.stringify([one.call, one.path, one.accept, one.body]), one])).values(),
]

const tokens = new Map<Person, Promise<string>>()
const tokenOf = (person: Person): Promise<string> => {
  const token = tokens.get(person) ?? server.tokenOf(person)
  tokens.set(person, token)
  return token
}

/** The answer with the files that it leads to. */
const answerTo = async (person: Person, { method, path, accept, body }: RequestCase) => {
  const answer = await fetch(`${server.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await tokenOf(person)}`,
      accept,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const content = await contentOf(bytes)
  const addresses = [...bytes.toString().matchAll(/\/api\/store\/download\?[^"\s]+/g)]
  for (const [address] of addresses) {
    const file = await fetch(new URL(JSON.parse(`"${address}"`), server.origin))
    await contentOf(Buffer.from(await file.arrayBuffer()), content)
  }
  return { status: answer.status, content, isTaken: accept !== 'application/json' || addresses.length > 0 }
}

/** Calls whose downloads leave lines of audit of their own kinds. */
const withOwnLine = [
  'POST /files/workbooks/download',
  'POST /files/ovt/workbooks/download',
  'POST /files/delivery-set/download',
]

describe('no answer holds a value that its reader may not read', () => {
  it('of a file that is no XML, of which everybody reads what kind of fault it has and in which line', async () => {
    const kind = 'An entity is not declared.'
    const textFor = async (person: Person, path: string, accept?: string): Promise<string> => {
      const { body } = await server.call<unknown>(person, 'GET', path, accept ? { accept } : {})
      return typeof body === 'string' ? body : JSON.stringify(body)
    }
    const quoting: string[] = []
    for (const person of people) {
      const [reason, list, csv] = await Promise.all([
        textFor(person, `/submissions/${broken.id}`),
        textFor(person, `/submissions/${broken.id}/schemachecks`),
        textFor(person, `/submissions/${broken.id}/schemachecks`, 'text/csv'),
      ])
      if (!reason.startsWith(`{"uuid":"${broken.id}"`)) continue
      expect(reason).toContain(`1 schema error, on line ${broken.line.toLocaleString('en')}: ${kind}`)
      expect(reason).not.toContain('quilled')
      if (!list.includes('UNDECLARED_ENTITY')) continue
      const isQuoted = list.includes('quilled')
      expect([person, list.includes(kind), csv.includes(kind), csv.includes('quilled')]).toEqual([
        person,
        !isQuoted,
        !isQuoted,
        isQuoted,
      ])
      expect(list).toContain(`"LineNumber":${broken.line}`)
      if (isQuoted) quoting.push(person)
    }
    expect(quoting).toEqual(['ashby-submitter', 'ashby-signoff', 'bedel-special'])
  })

  it('of any call, asked by anybody', async () => {
    await workbookMade(server, 'ashby-signoff', { submissionUuid: ids.live })
    await workbookMade(server, 'ashby-ovt', { submissionUuid: ids.trial, isOvt: true })
    const requests = unique(operations().flatMap(requestsOf)).toSorted(
      (one, other) => turnOf(one) - turnOf(other),
    )
    const leaks: string[] = []
    const given = new Set<Kind>()
    const answered = new Set<string>()
    const taken = new Set<string>()
    for (const [n, request] of requests.entries()) {
      const isByAll = isExhaustive || request.call === personalCall
      const those = people.filter((_, m) => isByAll || (n + Math.floor(n / share) + m) % share === 0)
      await Promise.all(
        those.map(async person => {
          const { status, content, isTaken } = await answerTo(person, request)
          if (status < 400) answered.add(request.call)
          expect([person, request, status < 500 || status === 503]).toEqual([person, request, true])
          const values = found(content, records, hasMadeUpRecords(request) ? undefined : request.about)
          if (isTaken && values.size > 0) taken.add(request.call)
          for (const one of values) {
            if (isAllowed(person, one)) given.add(one.split(' of ')[0] as Kind)
            else leaks.push(`${request.method} ${request.path} (${request.accept}) as ${person}: ${one}`)
          }
        }),
      )
    }
    expect(leaks).toEqual([])
    // Much of it gets as far as what the call does: what stops at the door says nothing.
    expect(answered.size).toBeGreaterThan(operations().length / 3)
    // What is there is found, so that not finding it says something.
    expect([...given].toSorted()).toEqual([...kinds].toSorted())
    // Whatever takes records out leaves a line of audit with its call.
    const { rows } = await server.inSystem(tx =>
      sql<{ call: string }>`
        select distinct detail->>'call' as call from audit_line where action = 'RECORDS_DOWNLOADED'`.execute(
        tx,
      ),
    )
    const noted = [...withOwnLine, ...rows.map(({ call }) => call)]
    expect([...taken].filter(call => !noted.includes(call))).toEqual([])
    expect(taken.size).toBeGreaterThan(isExhaustive ? 3 : 1)
  }, 900_000)

  it.each(outletNames)('of %s, whoever gets them, after all of these calls', async outlet => {
    const texts = (await outlets.given(server))[outlet]
    expect(texts).not.toEqual([])
    const leaks: string[] = []
    for (const text of texts) {
      const values = found(await contentOf(Buffer.from(text)), records, 'the record')
      if (values.size > 0) leaks.push(`${[...values].join(', ')}: ${text.slice(0, 500)}`)
    }
    expect(leaks).toEqual([])
  })
})
