import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSpecificationPackage } from '../../server/publishing/specificationPackage.ts'
import { readyAhead } from '../../server/specifications/index.ts'
import type {
  PublishedCollection,
  PublishedDerived,
  PublishedField,
  PublishedFieldChange,
  PublishedRule,
} from '../../src/domain/wire/published.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { specificationScene } from './support/specificationScene.ts'

/*
 * The specification as everybody reads it (decisions §6 "Specification entry"): rules, data dictionary, derived fields, what
 * changed since last year, and files for software; without signing in only where the installation says so.
 */

let closed: ProcessingServer
let open: ProcessingServer
beforeAll(async () => {
  closed = await startProcessingServer()
  open = await startProcessingServer({ environment: { PUBLIC_SPECIFICATION: 'true' } })
})
afterAll(async () => {
  await closed.stop()
  await open.stop()
})

const missing = 'QR.STUDENT.Student.BIRTHDTE.901.V01'
type Paging = { paging: { total: number; filteredTotal: number } }

const ask = async <T>(path: string, user = 'ashby-guest') =>
  (await closed.call<T>(user, 'GET', `/specification${path}`)).body
const rules = (query = '', reference = '23056') =>
  ask<{ rules: PublishedRule[] } & Paging>(`/${reference}/rules${query}`)
const fields = (query = '') => ask<{ fields: PublishedField[] } & Paging>(`/23056/dictionary${query}`)
const anonymous = (server: ProcessingServer, path: string) =>
  fetch(`${server.origin}/api/specification${path}`)

describe('the published specification', () => {
  it('is of the collections that the reader sees', async () => {
    const seen = async (user: string) =>
      (await ask<{ collections: PublishedCollection[] }>('', user)).collections.map(
        ({ reference }) => reference,
      )
    expect(await seen('ashby-guest')).toEqual(['23056', '22056'])
    expect(await seen('ohe-delivery')).toEqual(['23056', '22056'])
    // Validation: the agency, and providers in online validation.
    expect(await seen('ashby-ovt')).toEqual(['24056', '23056', '22056'])
    expect(await seen('bedel-staff')).toEqual(['24056', '23056', '22056'])
    const { collections } = await ask<{ collections: PublishedCollection[] }>('')
    expect(collections[0]).toMatchObject({
      reference: '23056',
      specification: '23056_1.0.0',
      schema: '23056_1_0_0',
      ruleCount: 211,
      before: { reference: '22056' },
    })
    expect((await closed.call('ashby-guest', 'GET', '/specification/24056/rules')).status).toBe(404)
    expect((await closed.call('bedel-staff', 'GET', '/specification/99999/rules')).status).toBe(404)
  })

  it('has rules with words, SQL, tolerances, examples, fields and history', async () => {
    const { rules: found, paging } = await rules(`?search=${missing}`)
    expect(paging).toEqual({ total: 211, filteredTotal: 1 })
    expect(found[0]).toMatchObject({
      code: missing,
      entity: 'Student',
      fieldsRead: expect.arrayContaining(['Student.BIRTHDTE']),
      history: [{ reference: '23056', code: missing }, { reference: '22056' }],
    })
    expect(found[0]?.tolerances.length).toBeGreaterThan(0)
    expect(found[0]?.tolerances[0]?.tolerance).toMatch(/\d/)
    expect(found[0]?.failure).not.toBe('')
    expect(found[0]?.examples.map(({ outcome }) => outcome)).toContain('fails')
    expect(found[0]?.guidance?.map(({ kind }) => kind)).toContain('list')
    // Every word has to be there, in any of the texts.
    const words = await rules('?search=birthdte%20null')
    expect(words.paging.filteredTotal).toBeGreaterThan(0)
    expect((await rules('?search=nosuchword')).paging.filteredTotal).toBe(0)
  })

  it('are given page by page', async () => {
    const all = (await rules()).rules.map(({ code }) => code)
    const { rules: found, paging } = await rules('?limit=10&offset=20')
    expect(found.map(({ code }) => code)).toEqual(all.slice(20, 30))
    expect(paging).toEqual({ total: 211, filteredTotal: 211 })
  })

  it('has a data dictionary with codes, lengths, occurrence and the rules that read a field', async () => {
    const { fields: found } = await fields('?search=Student.BIRTHDTE')
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      entity: 'Student',
      field: 'BIRTHDTE',
      isRequired: false,
      isRepeatable: false,
    })
    expect(found[0]?.rules).toContain(missing)
    const key = (await fields('?search=Student.SID')).fields.find(({ field }) => field === 'SID')
    expect(key).toMatchObject({ isRequired: true, isKey: true })
    const coded = (await fields('?search=Disability.DISABILITY')).fields[0]
    expect(coded?.codes.length).toBeGreaterThan(5)
    expect(coded?.codes[0]?.label).not.toBe('')
    const derived = await ask<{ derivedFields: PublishedDerived[] }>('/23056/derived-fields?limit=5')
    expect(derived.derivedFields).toHaveLength(5)
    expect(derived.derivedFields[0]?.sql).not.toBe('')
  })

  it('says what changed since the year before', async () => {
    const changes = await ask<{
      before: { reference: string } | null
      fields: PublishedFieldChange
      rules: { added: unknown[]; changed: { parts: { regulatorCode: string | null }[] }[] }
      regulators: { code: string; shortName: string }[]
    }>('/23056/changes')
    expect(changes.before?.reference).toBe('22056')
    const names = new Map(changes.regulators.map(({ code, shortName }) => [code, shortName]))
    expect(names.get('5016')).toBe('OHE')
    const namedCodes = changes.rules.changed.flatMap(({ parts }) =>
      parts.flatMap(part => part.regulatorCode ?? []),
    )
    expect(namedCodes.filter(code => !names.has(code))).toEqual([])
    const marked = (await rules()).rules.filter(({ change }) => change === 'ADDED')
    expect(marked).toHaveLength(changes.rules.added.length)
    const first = await ask<{ before: unknown; rules: { added: unknown[] } }>('/22056/changes')
    expect([first.before, first.rules.added]).toEqual([null, []])
    expect((await rules('?limit=1', '22056')).rules[0]?.change).toBeNull()
  })

  it('is given as files', async () => {
    const xsd = await closed.call<string>('ashby-guest', 'GET', '/specification/23056/schema.xsd')
    expect([xsd.status, xsd.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const csv = await closed.call<string>('ashby-guest', 'GET', '/specification/23056/rules.csv')
    expect(csv.headers.get('content-disposition')).toContain('rules.23056_1.0.0.csv')
    expect(csv.body.split('\r\n').filter(line => line.includes(missing)).length).toBeGreaterThan(0)
    // Every rule of this ruleset has guidance, and software gets it too.
    expect(csv.body.match(/What to do/g)).toHaveLength(211)
    expect((await rules('?limit=1000')).rules.filter(({ guidance }) => !guidance)).toEqual([])
    const dictionary = await closed.call<string>('ashby-guest', 'GET', '/specification/23056/dictionary.csv')
    expect(dictionary.body).toContain('Student,BIRTHDTE')
  })
})

describe('the package for the offline check', () => {
  const packageOf = (user: string, id: number) => closed.call(user, 'GET', `/specifications/${id}/package`)
  const bearer = async (user: string) => `Bearer ${await closed.tokenOf(user)}`
  const idIn = async (reference: string) => {
    const { collections } = await ask<{ collections: PublishedCollection[] }>('', 'bedel-staff')
    return collections.find(one => one.reference === reference)?.specificationId ?? 0
  }
  const download = async (server: ProcessingServer, id: number, authorization?: string) =>
    fetch(`${server.origin}/api/specifications/${id}/package`, {
      headers: authorization === undefined ? {} : { authorization },
    })

  it('has the schema, the ruleset with its base and what it is', async () => {
    const id = await idIn('22056')
    const answer = await download(closed, id, await bearer('ashby-guest'))
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
    ]).toEqual([200, 'application/zip', expect.stringContaining('specification.22056_1.3.0.zip')])
    const read = await readSpecificationPackage(Buffer.from(await answer.arrayBuffer()))
    expect(read.description).toMatchObject({
      specificationId: id,
      version: '22056_1.3.0',
      record: 'student',
      schemaVersion: '22056_1_3_0',
      rulesetVersion: '22056_1.3.0',
      tolerances: [],
      texts: [],
    })
    const schema = await closed.call<string>('ashby-guest', 'GET', '/specification/22056/schema.xsd')
    expect(read.schema.toString('utf8')).toBe(schema.body)
    expect(read.ruleset.get('ruleset.yaml')?.toString('utf8')).toContain('base: 23056_1.0.0')
    expect(read.base?.get('ruleset.yaml')?.toString('utf8')).toContain('version: 23056_1.0.0')
  })

  it('is given to who can read the specification, and to every API key', async () => {
    const [current, coming] = [await idIn('23056'), await idIn('24056')]
    const statuses = async (user: string) => [
      (await packageOf(user, current)).status,
      (await packageOf(user, coming)).status,
      (await packageOf(user, 999_999)).status,
    ]
    expect(await statuses('ashby-guest')).toEqual([200, 404, 404])
    expect(await statuses('ohe-delivery')).toEqual([200, 404, 404])
    expect(await statuses('ashby-ovt')).toEqual([200, 200, 404])
    expect(await statuses('bedel-staff')).toEqual([200, 200, 404])
    const { body } = await closed.call<{ secret: string }>('ashby-signoff', 'POST', '/suppliers/keys', {
      body: { name: 'Offline', scopes: ['read'], days: 30 },
    })
    expect((await download(closed, current, `Bearer ${body.secret}`)).status).toBe(200)
    expect((await download(closed, coming, `Bearer ${body.secret}`)).status).toBe(404)
    // The list of specifications is for people.
    const list = await fetch(`${closed.origin}/api/specification`, {
      headers: { authorization: `Bearer ${body.secret}` },
    })
    expect(list.status).toBe(403)
    expect((await download(closed, current)).status).toBe(401)
    expect((await download(open, current)).status).toBe(200)
    expect((await download(open, coming)).status).toBe(404)
  })

  it('has the tolerances and texts that the specification changes; a Draft is for the agency', async () => {
    const { send, makeDraft } = specificationScene(() => closed)
    const draft = await makeDraft('patch')
    const metadata = { description: 'Every student must have a birthday.', guidanceUrl: 'https://a.example/' }
    await send('bedel-analyst', 'PATCH', `/${draft.id}/validations/${missing}`, { metadata })
    expect((await packageOf('ashby-ovt', draft.id)).status).toBe(404)
    const answer = await download(closed, draft.id, await bearer('bedel-staff'))
    const { description } = await readSpecificationPackage(Buffer.from(await answer.arrayBuffer()))
    expect(description.texts).toEqual([{ ruleCode: missing, ...metadata }])
  })
})

describe('without signing in', () => {
  const paths = [
    '',
    '/23056/rules',
    '/23056/dictionary',
    '/23056/derived-fields',
    '/23056/changes',
    '/23056/schema.xsd',
    '/23056/rules.csv',
    '/23056/dictionary.csv',
    '/feed.atom',
  ]

  it('nothing is given unless the installation publishes it', async () => {
    for (const path of paths) {
      expect([path, (await anonymous(closed, path)).status]).toEqual([path, 401])
      expect([path, (await anonymous(open, path)).status]).toEqual([path, 200])
    }
  })

  it('only what everybody sees is given', async () => {
    const listed = (await (await anonymous(open, '')).json()) as {
      isPublic: boolean
      collections: PublishedCollection[]
    }
    expect([listed.isPublic, listed.collections.map(({ reference }) => reference)]).toEqual([
      true,
      ['23056', '22056'],
    ])
    expect((await anonymous(open, '/24056/rules')).status).toBe(404)
    // A token that does not count is no visit without one.
    const wrong = await fetch(`${open.origin}/api/specification`, { headers: { authorization: 'Bearer x' } })
    expect(wrong.status).toBe(401)
  })

  it('a feed tells what was published', async () => {
    const answer = await anonymous(open, '/feed.atom')
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const feed = await answer.text()
    expect(feed).toContain('<feed xmlns="http://www.w3.org/2005/Atom"')
    expect(feed.match(/<entry>/g)).toHaveLength(2)
    expect(feed).toContain('<title>Student 2023/24: specification 23056_1.0.0</title>')
    expect(feed).toMatch(/Since 22056_1\.3\.0: \d+ fields?, \d+ rules? and \d+ derived fields?/)
  })

  it('is loaded before anybody asks, all that is in order of it', async () => {
    const loaded: string[] = []
    const warned: unknown[] = []
    const load = async ({ rulesetVersion }: { rulesetVersion: string }) => {
      loaded.push(rulesetVersion)
      if (rulesetVersion === '24056_1.2.0') throw new Error('not in order')
    }
    const log = pino({}, { write: line => warned.push(JSON.parse(line).rulesetVersion) })
    const going = new AbortController()
    await readyAhead({ db: closed.db, specifications: { load }, log }, going.signal)
    expect(loaded).toEqual(['24056_1.2.0', '23056_1.0.0', '22056_1.3.0'])
    expect(warned).toEqual(['24056_1.2.0'])
    going.abort()
    await readyAhead({ db: closed.db, specifications: { load }, log }, going.signal)
    expect(loaded).toHaveLength(3)
  })
})

// The last: other specifications are published after it.
describe('what is put together', () => {
  const { send, makeDraft } = specificationScene(() => open)

  const ruleThere = async () => {
    const answer = await anonymous(open, `/23056/rules?search=${missing}`)
    const { rules: found } = (await answer.json()) as { rules: PublishedRule[] }
    return found[0]
  }
  const give = async (specificationId: number) => {
    const path = '/collections/23056'
    expect((await open.call('bedel-admin', 'PUT', path, { body: { specificationId } })).status).toBe(200)
  }
  /** Makes other words of the rule the draft's, and publishes it. */
  const publishWords = async (id: number, description: string) => {
    const metadata = { description, guidanceUrl: 'https://agency.example/' }
    const patched = await send('bedel-analyst', 'PATCH', `/${id}/validations/${missing}`, { metadata })
    expect(patched.status).toBe(200)
    await send('bedel-analyst', 'PUT', `/${id}/state`, { stateId: 3 })
    await give(id)
  }

  it('is kept from one reader to the next, and is what it is after each change', async () => {
    await ruleThere()
    const loaded = vi.spyOn(open.processing.specifications, 'load')
    for (const path of ['', '/23056/rules', '/23056/changes', '/22056/dictionary', '/feed.atom'])
      expect((await anonymous(open, path)).status).toBe(200)
    expect(loaded).not.toHaveBeenCalled()
    const before = await makeDraft('patch')
    const draft = await makeDraft('patch')
    await publishWords(draft.id, 'Say it otherwise.')
    expect((await ruleThere())?.requirement).toBe('Say it otherwise.')
    await publishWords(before.id, 'Say it in a third way.')
    expect((await ruleThere())?.requirement).toBe('Say it in a third way.')
    // The same specification again, with other words.
    await send('bedel-analyst', 'PUT', `/${draft.id}/state`, { stateId: 2 })
    await publishWords(draft.id, 'Say it at last.')
    expect((await ruleThere())?.requirement).toBe('Say it at last.')
  }, 60_000)
})
