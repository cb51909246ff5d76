import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toleranceFault } from '../../src/domain/ruleConfiguration.ts'
import type { RuleHistoryWire } from '../../src/domain/wire/ruleSource.ts'
import type {
  CarryOverWire,
  DifferenceWire,
  SpecificationRuleWire,
  SpecificationWire,
} from '../../src/domain/wire/specifications.ts'
import type { SubmissionWire } from '../../src/domain/wire/submissions.ts'
import { generateSample } from '../../src/sample/index.ts'
import { expectConforming } from './support/conforms.ts'
import { type ProcessingServer, startProcessingServer } from './support/processingServer.ts'
import { type Refused, specificationScene } from './support/specificationScene.ts'

/*
 * The rules of a specification and their tolerances (specification 1 §2, §5, §7; decisions §10): by the calls, to the results
 * of files that are processed under it.
 */

let server: ProcessingServer
beforeAll(async () => {
  server = await startProcessingServer({ worker: true })
})
afterAll(() => server.stop())
afterEach(() => expectConforming(server))

const { send, rulesets, idOf, make, bodyFor, makeDraft } = specificationScene(() => server)

/** Of two parts (5 records and 2%), of one, and of a measured percentage. */
const nation = 'QR.STUDENT.Student.NATION.901.V01'

type Rules = {
  validations: SpecificationRuleWire[]
  pagingMetadata: { total: number; filteredTotal: number; totalDerivedFields: number }
}
const rules = async (id: number, query = '') =>
  (await send<Rules>('bedel-staff', 'GET', `/${id}/validations${query}`)).body
const ruleOf = async (id: number, code: string): Promise<SpecificationRuleWire> =>
  (await rules(id, `?filter=${code}`)).validations[0]!
const ofRegulator = (rule: SpecificationRuleWire, code: string) =>
  rule.regulators
    .filter(({ regulatorCode }) => regulatorCode === code)
    .map(({ regulatorCode, toleranceTypeId, conjunction, toleranceFrom, toleranceTo, toleranceId }) => ({
      regulatorCode,
      toleranceTypeId,
      conjunction,
      toleranceFrom,
      toleranceTo,
      toleranceId,
    }))
const patch = (id: number, code: string, body: unknown, user = 'bedel-analyst') =>
  send<SpecificationRuleWire>(user, 'PATCH', `/${id}/validations/${code}`, body)

describe('the rules of a specification', () => {
  let draft: SpecificationWire
  beforeAll(async () => {
    draft = await makeDraft()
  })

  it('are filtered by name and paged, and counted with the derived fields', async () => {
    const all = await rules(draft.id, '?limit=10&offset=10')
    expect(all.validations.length).toBe(10)
    expect(all.pagingMetadata).toMatchObject({ total: 211, filteredTotal: 211 })
    const some = await rules(draft.id, '?filter=bIRTHdte')
    expect(some.pagingMetadata.filteredTotal).toBeLessThan(211)
    expect(some.validations.every(({ code, name }) => /birthdte/i.test(code + name))).toBe(true)
    const fields = await send<{ derivedFields: { name: string }[]; pagingMetadata: Rules['pagingMetadata'] }>(
      'bedel-staff',
      'GET',
      `/${draft.id}/derived-fields?filter=Z_AGE&limit=1`,
    )
    expect(fields.body.derivedFields).toEqual([
      expect.objectContaining({ name: expect.stringMatching(/^Z_AGE/) }),
    ])
    expect(fields.body.pagingMetadata.totalDerivedFields).toBe(all.pagingMetadata.totalDerivedFields)
  })

  it('have a tolerance of their own for a regulator, of the form that the ruleset gives it', async () => {
    const rule = await ruleOf(draft.id, nation)
    const parts = ofRegulator(rule, '5016')
    expect(parts.map(({ toleranceTypeId, toleranceFrom }) => [toleranceTypeId, toleranceFrom])).toEqual([
      [1, 5],
      [2, 2],
    ])
    expect(rule.isChanged).toBe(false)
    const changed = parts.map(part =>
      part.toleranceTypeId === 2 ? { ...part, toleranceFrom: '8.25' } : part,
    )
    const { status, body } = await patch(draft.id, nation, { tolerances: changed })
    expect([status, body.isChanged]).toEqual([200, true])
    expect(ofRegulator(body, '5016')[1]?.toleranceFrom).toBe(8.25)
    expect(ofRegulator(body, '5002')).toEqual(ofRegulator(rule, '5002'))

    for (const wrong of [
      [],
      changed.slice(1),
      changed.map(part => ({ ...part, conjunction: 'O' })),
      changed.map(part => ({ ...part, toleranceTypeId: 1 })),
      changed.map(part => ({ ...part, toleranceTo: 9 })),
      changed.map(part => ({ ...part, regulatorCode: '9999' })),
    ])
      expect((await patch(draft.id, nation, { tolerances: wrong })).status).toBe(422)
    expect((await patch(draft.id, nation, { tolerances: changed }, 'bedel-staff')).status).toBe(403)
    expect((await patch(draft.id, nation, {})).status).toBe(422)
    expect((await patch(draft.id, 'QR.STUDENT.No.RULE.V01', { tolerances: changed })).status).toBe(404)
  })

  it('take the values that the fields in the browser take, with the same words', async () => {
    const parts = ofRegulator(await ruleOf(draft.id, nation), '5016')
    const inputs = [
      '',
      ' ',
      '0',
      '99999',
      '100000',
      '-1',
      '1.5',
      '999.99',
      '1000',
      '1e3',
      '٣',
      '1,5',
      '\u00a07',
    ]
    for (const [at, kind] of (['count', 'percentage'] as const).entries())
      for (const input of inputs) {
        const tolerances = parts.map((part, place) =>
          place === at ? { ...part, toleranceFrom: input } : part,
        )
        const { status, body } = await patch(draft.id, nation, { tolerances })
        const isValid = toleranceFault(kind, input) === undefined
        expect([kind, input, status]).toEqual([kind, input, isValid ? 200 : 422])
        if (!isValid) expect(body.errors?.[0]?.field).toBe(`body.tolerances.${at}.toleranceFrom`)
      }
  })

  it('have words of their own', async () => {
    const metadata = { description: 'Say it otherwise.', guidanceUrl: 'https://agency.example/nation' }
    expect((await patch(draft.id, nation, { metadata })).body).toMatchObject(metadata)
    expect(await ruleOf(draft.id, nation)).toMatchObject(metadata)
    for (const guidanceUrl of ['javascript:alert(1)', 'x', ' '])
      expect((await patch(draft.id, nation, { metadata: { ...metadata, guidanceUrl } })).status).toBe(422)
    const without = { ...metadata, guidanceUrl: '' }
    expect((await patch(draft.id, nation, { metadata: without })).body).toMatchObject(without)
  })

  it('do not change any more once the specification is Available', async () => {
    await send('bedel-analyst', 'PUT', `/${draft.id}/state`, { stateId: 3 })
    const metadata = { description: 'Late.', guidanceUrl: 'https://agency.example/' }
    const { status, body } = await patch(draft.id, nation, { metadata })
    expect([status, body.detail]).toEqual([
      409,
      '"Change a rule" is not possible while the specification is "Available".',
    ])
  })

  it('differ from those of another specification in what was changed', async () => {
    const former = (await send<{ specifications: SpecificationWire[] }>('bedel-staff', 'GET', '')).body
    const first = idOf(former.specifications, '23056_1.0.0')
    const { body } = await send<{ rules: DifferenceWire; derivedFields: DifferenceWire }>(
      'bedel-staff',
      'GET',
      `/${draft.id}/difference/${first}`,
    )
    expect([body.rules.added, body.rules.removed, body.derivedFields.changed]).toEqual([[], [], []])
    expect(body.rules.changed.map(({ code }) => code)).toEqual([nation])
    expect(
      body.rules.changed[0]?.parts.map(({ part, before, after }) => [part, before, after]),
    ).toContainEqual(['requirement', expect.not.stringMatching('otherwise'), 'Say it otherwise.'])
    const inPseudo = await server.call<{ rules: DifferenceWire }>(
      'bedel-staff',
      'GET',
      `/specifications/${draft.id}/difference/${first}`,
      { language: 'en-XA' },
    )
    // Only values were changed: the words around them are those of the reader.
    const tolerances = inPseudo.body.rules.changed[0]?.parts.filter(({ part }) => part === 'tolerance') ?? []
    expect(tolerances.length).toBeGreaterThan(0)
    for (const { before, after } of tolerances)
      for (const text of [before, after]) expect(text).toMatch(/^\[/)
    const years = await send<{ rules: DifferenceWire }>(
      'bedel-staff',
      'GET',
      `/${first}/difference/${idOf(former.specifications, '22056_1.3.0')}`,
    )
    // What 22056 leaves out came with 23056.
    expect(years.body.rules.added.map(({ code }) => code)).toContain(
      'QR.STUDENT.EntryProfile.SOC2020.901.V01',
    )
  })
})

describe('a specification that starts from an earlier one', () => {
  /** Of the source: what a test needs that has a place in every ruleset. */
  const changed = async (): Promise<SpecificationWire> => {
    const source = await makeDraft()
    const given = ofRegulator(await ruleOf(source.id, nation), '5016').map(one => ({
      ...one,
      toleranceFrom: one.toleranceTypeId === 2 ? 8.25 : one.toleranceFrom,
    }))
    expect(
      (await patch(source.id, nation, { tolerances: given, reason: 'Agents abroad do not ask' })).status,
    ).toBe(200)
    await patch(
      source.id,
      nation,
      { metadata: { description: 'Say it better.', guidanceUrl: '' } },
      'bedel-admin',
    )
    return source
  }
  const carryOver = async (source: SpecificationWire, rulesetId: number) =>
    (await send<CarryOverWire>('bedel-staff', 'GET', `/${source.id}/carry-over/${rulesetId}`)).body
  const apply = (id: number, startFrom: number, decisions: { id: string; isTaken: boolean }[]) =>
    send('bedel-analyst', 'POST', `/${id}/apply-configuration`, { startFrom, decisions })

  it('has its changes, but those that are left out, with who made them and why', async () => {
    const source = await changed()
    const { changes } = await carryOver(source, source.ruleset.id)
    expect(changes).toMatchObject([
      {
        id: `${nation}~5016`,
        part: 'tolerance',
        regulatorCode: '5016',
        fallback: '5 records and 2%',
        value: '5 records and 8.25%',
        by: 'Ivo Marsh',
        reason: 'Agents abroad do not ask',
        cause: null,
      },
      {
        id: `${nation}~requirement`,
        part: 'requirement',
        value: 'Say it better.',
        by: 'Ruth Calloway',
        cause: null,
      },
    ])

    const { id } = (await make('bedel-admin', 'patch')).body
    const answer = await apply(id, source.id, [{ id: `${nation}~requirement`, isTaken: false }])
    expect([answer.status, answer.body.state.name]).toEqual([200, 'Draft'])
    const rule = await ruleOf(id, nation)
    expect(ofRegulator(rule, '5016').map(({ toleranceFrom }) => toleranceFrom)).toEqual([5, 8.25])
    expect(rule.description).not.toBe('Say it better.')
    // The history of the rule says what each specification changed, from what its ruleset says.
    const historyIn = async (specification: number) =>
      (await send<RuleHistoryWire>('bedel-staff', 'GET', `/${specification}/validations/${nation}/history`))
        .body
    const tolerance = {
      part: 'tolerance',
      regulatorCode: '5016',
      before: '5 records and 2%',
      after: '5 records and 8.25%',
      by: 'Ivo Marsh',
      reason: 'Agents abroad do not ask',
    }
    const { edits, examples } = await historyIn(source.id)
    expect(edits.slice(-1)).toMatchObject([tolerance])
    expect(edits.filter(({ part }) => part === 'requirement')).toMatchObject([
      { by: 'Ruth Calloway', reason: '', regulatorCode: null, after: 'Say it better.' },
    ])
    expect((await historyIn(id)).edits).toMatchObject([tolerance])
    expect(examples.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['passes', 'fails']))
    const missing = await send('bedel-staff', 'GET', `/${id}/validations/QR.NONE/history`)
    expect(missing.status).toBe(404)
    expect((await send('ashby-signoff', 'GET', `/${id}/validations/${nation}/history`)).status).toBe(403)
    // The next one sees who changed it first.
    const again = await carryOver(answer.body, source.ruleset.id)
    expect(again.changes).toMatchObject([{ by: 'Ivo Marsh', reason: 'Agents abroad do not ask' }])
  })

  it('is a Draft once everything that cannot be carried over is decided', async () => {
    const source = await makeDraft()
    const code = 'QR.STUDENT.EntryProfile.SOC2020.901.V01'
    await patch(source.id, code, { metadata: { description: 'Say it better.', guidanceUrl: '' } })
    const earlier = idOf(await rulesets(), '22056_1.3.0')
    const { changes, rules: counted } = await carryOver(source, earlier)
    // What 22056 leaves out came with 23056.
    expect(changes.find(one => one.id === `${code}~requirement`)).toMatchObject({
      cause: 'noRule',
      fallback: null,
    })
    expect(counted.removed).toBeGreaterThan(0)

    const { id } = (await send('bedel-analyst', 'POST', '', await bodyFor('patch', '22056_1.3.0'))).body
    const decided = { id: `${code}~requirement`, isTaken: false }
    for (const decisions of [[], [{ ...decided, isTaken: true }]]) {
      const { status, body } = await apply(id, source.id, decisions)
      expect([status, body.detail]).toEqual([
        409,
        '1 change cannot be carried over. Decide what to do with it before you apply the configuration.',
      ])
    }
    expect((await apply(id, source.id, [decided])).body.state.name).toBe('Draft')
    expect((await apply(id, 999_999, [])).status).toBe(404)
  })
})

describe('a changed tolerance', () => {
  interface Row {
    Code: string
    Status: string
    ConjoinedTolerances: string
  }
  const content = Buffer.concat([
    ...generateSample({ provider: '0001', collection: '23056', students: 60, faults: 'rules' }),
  ])
  const specificationsOf = async (id: string) => {
    const { body } = await server.call<SubmissionWire>('ashby-submitter', 'GET', `/submissions/${id}`)
    return { processedWith: body.specification, collectionHas: body.collection.specification }
  }
  const results = async (): Promise<{ id: string; rows: Row[] }> => {
    const id = randomUUID()
    server.clock.forward(60_000)
    await server.upload('ashby-submitter', { submissionId: id, instId: '0001', content })
    await server.reaches(id, 'QUALITY_PROCESSING_COMPLETE')
    const path = `/submissions/${id}/validations?limit=-1`
    const { body } = await server.call<{ validations: Row[] }>('ashby-submitter', 'GET', path)
    return { id, rows: body.validations }
  }

  it('decides the results of files that are processed under the specification', async () => {
    const former = await results()
    const outside = former.rows.find(
      ({ Status, ConjoinedTolerances }) => Status === '1' && ConjoinedTolerances === '0%',
    )!
    const draft = await makeDraft('major')
    const rule = await ruleOf(draft.id, outside.Code)
    const tolerances = rule.regulators.map(one => ({
      ...ofRegulator(rule, one.regulatorCode).find(({ toleranceId }) => toleranceId === one.toleranceId),
      toleranceFrom: 99.5,
    }))
    expect((await patch(draft.id, outside.Code, { tolerances })).status).toBe(200)
    const metadata = { description: 'As many as there are.', guidanceUrl: 'https://agency.example/' }
    await patch(draft.id, outside.Code, { metadata })
    const assign = (specificationId: number) =>
      server.call<Refused>('bedel-admin', 'PUT', '/collections/23056', { body: { specificationId } })
    expect((await assign(draft.id)).status).toBe(409)
    const first = '23056_1.0.0'
    expect(await specificationsOf(former.id)).toEqual({ processedWith: first, collectionHas: first })
    await send('bedel-analyst', 'PUT', `/${draft.id}/state`, { stateId: 3 })
    expect((await assign(draft.id)).status).toBe(200)
    expect((await send('bedel-staff', 'GET', `/${draft.id}`)).body).toMatchObject({
      state: { name: 'In Use' },
      availableStates: [],
      isEditable: false,
      isDeleteable: false,
    })
    const { version } = draft
    expect(await specificationsOf(former.id)).toEqual({ processedWith: first, collectionHas: version })
    const { id, rows } = await results()
    expect(await specificationsOf(id)).toEqual({ processedWith: version, collectionHas: version })
    expect(rows.find(({ Code }) => Code === outside.Code)).toMatchObject({
      Status: '0',
      ConjoinedTolerances: '99.5%',
    })
    const detail = `/submissions/${id}/validations/${outside.Code}`
    expect((await server.call('ashby-submitter', 'GET', detail)).body).toMatchObject({
      validation: { Description: metadata.description },
    })
  }, 120_000)
})
