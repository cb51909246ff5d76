import { join } from 'node:path'
import { addDays } from 'date-fns/addDays'
import { type Kysely, sql, type Transaction } from 'kysely'
import { collectionStateOf } from '../../src/domain/collection.ts'
import { csvLine } from '../../src/domain/csv.ts'
import { londonDate } from '../../src/domain/dates.ts'
import type { Problem } from '../../src/domain/problem.ts'
import type { ImportAction } from '../../src/domain/provider.ts'
import { registerColumns } from '../../src/domain/registerFile.ts'
import type { CollectionStateEventType } from '../../src/machines/collection-state/index.ts'
import { addAgency, addCustomer, addRegulator } from '../administration/bootstrap.ts'
import { publishFolders } from '../administration/publish.ts'
import { withClockBack } from '../clock.ts'
import { createCollections } from '../collections/index.ts'
import type { Database } from '../database/schema.ts'
import { withScope } from '../database/scope.ts'
import {
  collections,
  type DemonstrationOrganisation,
  generatedProviders,
  lastCollection,
  organisations,
  regulators,
  secondRecord,
  supportContact,
} from '../identity/demonstration.ts'
import { inEnglish } from '../messages.ts'
import { createProviders, type RegisterFile } from '../providers/index.ts'
import { type ContentVersions, createSpecifications, registerContent } from '../specifications/index.ts'
import { administrator, signatoryOf } from './people.ts'
import { seasonDays } from './season.ts'

type Tx = Transaction<Database>

interface SetUpTools {
  db: Kysely<Database>
  clock: { now: () => Date }
}

/** What leads each collection of the demonstration from Draft to where it is, by the id of its state. */
const waysTo: Readonly<Record<number, readonly CollectionStateEventType[]>> = {
  [collectionStateOf('Draft').id]: [],
  [collectionStateOf('Validation').id]: ['OPEN_TO_VALIDATION'],
  [collectionStateOf('Open').id]: ['OPEN'],
  [collectionStateOf('Historic amendment').id]: ['OPEN', 'CLOSE', 'START_HISTORIC_AMENDMENT'],
}

const dayMs = 86_400_000

/** Does work so many days before now. */
type DaysBefore = <T>(days: number, work: () => T) => T

const daysBefore: DaysBefore = (days, work) => withClockBack(days * dayMs, work)

/** Where no season is made, everything is set up now. */
const now: DaysBefore = (_, work) => work()

/** How many days before the first start a collection of the season was made, and came to each of its states. */
const daysOf: Readonly<Record<string, { made: number; states: readonly number[] }>> = {
  22056: {
    made: seasonDays.lastOpened,
    states: [seasonDays.lastOpened, seasonDays.lastClosed, seasonDays.lastAmended],
  },
  23056: { made: seasonDays.thisMade, states: [seasonDays.thisOpened] },
  24056: { made: seasonDays.nextMade, states: [seasonDays.nextMade] },
  25056: { made: seasonDays.nextMade, states: [] },
}

const granted = <T extends { ok: true }>(decided: T | { ok: false; problem: Problem }): T => {
  if (!decided.ok) throw new Error(inEnglish(decided.problem.reason))
  return decided
}

const all = <T>(db: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withScope(db, { scope: 'all' }, work)

/** The agency and its regulators, as `npm run admin -- bootstrap` makes them. */
const addOffices = (db: Kysely<Database>): Promise<void> =>
  all(db, async tx => {
    await addAgency(tx)
    for (const { code, name, shortName, typeCode, countries } of regulators)
      await addRegulator(tx, { code, name, shortName, type: typeCode, countries: [...countries] })
    for (const { id, name } of organisations.filter(({ type }) => type === 'statutory_customer'))
      await addCustomer(tx, { code: id, name })
  })

const registerOf = (providers: readonly DemonstrationOrganisation[]): RegisterFile => {
  const lines = providers.flatMap(({ id, name, provider }) =>
    provider
      ? [
          csvLine([
            id,
            provider.ukprn,
            name,
            name,
            provider.countryCode,
            provider.region,
            provider.regulatorCode,
            provider.riskCode,
            'no',
          ]),
        ]
      : [],
  )
  return { csv: csvLine(registerColumns) + lines.join(''), encoding: 'utf-8' }
}

/** Every so many of the providers of a season have given no contact. */
const withoutContact = 8

/** Contacts of the providers of a season: whoever signs off for them. */
const addContacts = async (
  { db, clock }: SetUpTools,
  added: readonly DemonstrationOrganisation[],
): Promise<void> => {
  const providers = createProviders({ db, clock })
  for (const [nth, { id }] of added.entries()) {
    if (nth % withoutContact === withoutContact - 1) continue
    const { name } = signatoryOf(id)
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@provider-${id}.example`
    granted(
      await providers.change(
        id,
        { contacts: [{ name, role: 'Data manager', email, phone: '' }] },
        administrator(),
      ),
    )
  }
}

/** Imports the register of those providers that are not there yet, and gives those that take part. */
const importProviders = async (
  { db, clock }: SetUpTools,
  extra: number,
): Promise<DemonstrationOrganisation[]> => {
  const { rows } = await all(db, tx => sql<{ id: string }>`select inst_id as id from provider`.execute(tx))
  const known = new Set(rows.map(({ id }) => id))
  const missing = [...organisations, ...generatedProviders(extra)].filter(
    ({ id, type }) => type === 'provider' && !known.has(id),
  )
  const providers = createProviders({ db, clock })
  for (const [action, chosen] of [
    ['ONBOARD', missing.filter(({ onboarded }) => onboarded)],
    ['TAKE_IN', missing.filter(({ onboarded }) => !onboarded)],
  ] as const satisfies [ImportAction, DemonstrationOrganisation[]][]) {
    if (chosen.length === 0) continue
    const register = registerOf(chosen)
    const checked = await providers.check(register)
    const imported = checked.ok
      ? await providers.import(register, { digest: checked.digest, action }, administrator())
      : checked
    if ('faults' in imported)
      throw new Error(`The register of the demonstration: ${JSON.stringify(imported.faults[0])}`)
    granted(imported)
  }
  return missing.filter(({ onboarded }) => onboarded)
}

const idOf = async (db: Kysely<Database>, table: string, version: string): Promise<number | undefined> => {
  const { rows } = await all(db, tx =>
    sql<{ id: number }>`select id from ${sql.table(table)} where version = ${version}`.execute(tx),
  )
  return rows[0]?.id
}

/** The specification of a version, made of its schema and ruleset with the defaults of its rules where it is not there. */
const specificationOf = async (
  { db, clock }: SetUpTools,
  versions: { specification: string; schema: string; ruleset: string },
): Promise<number> => {
  const existing = await idOf(db, 'specification', versions.specification)
  if (existing !== undefined) return existing
  const specifications = createSpecifications({ db, clock })
  const schemaId = (await idOf(db, 'schema_version', versions.schema)) ?? 0
  const rulesetId = (await idOf(db, 'ruleset_version', versions.ruleset)) ?? 0
  const {
    record: { id },
  } = granted(
    await specifications.create({ schemaId, rulesetId, version: versions.specification }, administrator()),
  )
  granted(await specifications.decide(id, 'APPLY_CONFIGURATION', administrator()))
  granted(await specifications.decide(id, 'MAKE_AVAILABLE', administrator()))
  return id
}

const collectionsOf = ({ db, clock }: SetUpTools) =>
  createCollections({
    db,
    clock,
    queue: {
      armDeadline: () => Promise.reject(new Error('No collection of the demonstration is deleted.')),
    },
  })

/** A collection that is not there yet, taken from Draft to its state. */
const makeCollection = async (
  tools: SetUpTools,
  definition: (typeof collections)[number],
  before: DaysBefore,
): Promise<void> => {
  const { reference, name, year, stateId, specification, schema, ruleset } = definition
  const { rows } = await all(tools.db, tx =>
    sql`select 1 from collection where reference = ${reference}`.execute(tx),
  )
  if (rows.length > 0) return
  const made = collectionsOf(tools)
  const referencePeriodStart = `${year}-08-01`
  const referencePeriodEnd = `${year + 1}-07-31`
  const period = { referencePeriodStart, referencePeriodEnd }
  const days = daysOf[reference]
  await before(days?.made ?? 0, async () => {
    granted(await made.create({ reference, name, streamId: reference.slice(2), ...period }, administrator()))
    if (!specification) return
    const id = await specificationOf(tools, { specification, schema, ruleset })
    granted(await made.assignSpecification(reference, id, administrator()))
  })
  for (const [nth, type] of (waysTo[stateId] ?? []).entries())
    await before(days?.states[nth] ?? 0, async () =>
      granted(await made.changeState(reference, type, administrator())),
    )
}

/** Those of the demonstration's collections whose column is empty; of one that somebody has deleted nothing changes any more. */
const lacking = async (db: Kysely<Database>, column: 'support_contact' | 'submission_deadline') => {
  const { rows } = await all(db, tx =>
    sql<{ reference: string }>`select reference from collection where ${sql.ref(column)} is null
      and state_id <> ${collectionStateOf('Deleted').id}
      and reference = any(${collections.map(({ reference }) => reference)}) order by reference`.execute(tx),
  )
  return rows.map(({ reference }) => reference)
}

/** What the demonstration has from the start is nobody's news. */
const tellNobody = (db: Kysely<Database>): Promise<void> =>
  all(db, async tx => {
    await sql`insert into collection_told (collection_id, state_id, submission_deadline)
      select id, state_id, submission_deadline from collection
      where reference = any(${collections.map(({ reference }) => reference)})
      on conflict do nothing`.execute(tx)
  })

/**
 * Organisations, specifications and collections of the demonstration (decisions §5), decided by what decides the calls of the
 * screens, in the name of its administrator: with their rules, histories, lines of audit and live messages. Can be run again,
 * also by several processes at once; what is there stays as it is. Submissions are not made here: they come from files.
 */
export const setUpDemonstration = (
  tools: SetUpTools,
  {
    content,
    providers,
    hasSeason = false,
  }: { content: ContentVersions; providers: number; hasSeason?: boolean },
): Promise<void> =>
  all(tools.db, async tx => {
    const before = hasSeason ? daysBefore : now
    await sql`select pg_advisory_xact_lock(hashtextextended('demonstration', 0))`.execute(tx)
    await addOffices(tools.db)
    await before(seasonDays.content, () => registerContent(tools.db, content, tools.clock.now()))
    // Those of a season are few: they are there before the first collection.
    if (hasSeason)
      await before(seasonDays.register, async () =>
        addContacts(tools, await importProviders(tools, providers)),
      )
    for (const collection of collections) await makeCollection(tools, collection, before)
    for (const reference of await lacking(tools.db, 'support_contact'))
      await before(seasonDays.details, async () =>
        granted(
          await collectionsOf(tools).changeDetails(
            reference,
            // Those of the year that is over are out; of the others it is said that they are to come (specification 2 §2.5).
            { supportContact, ...(reference === lastCollection ? { additionalReportsReleased: true } : {}) },
            administrator(),
          ),
        ),
      )
    await tellNobody(tools.db)
    // Last: each of thousands would be told of every decision about a collection.
    await importProviders(tools, providers)
  })

/** Days from the first start until submissions to the open collections of the demonstration are due. */
const daysToSubmit = 28

/** When submissions to the open collections of the demonstration are due, where nobody has said so. Can be run again. */
export const setDeadlines = async (tools: SetUpTools, hasSeason = false): Promise<void> => {
  const open = collections.filter(({ stateId }) => stateId === collectionStateOf('Open').id)
  const missing = await lacking(tools.db, 'submission_deadline')
  const submissionDeadline = londonDate(addDays(tools.clock.now(), daysToSubmit))
  for (const { reference } of open.filter(one => missing.includes(one.reference))) {
    await (hasSeason ? daysBefore : now)(seasonDays.details, async () =>
      granted(await collectionsOf(tools).changeDetails(reference, { submissionDeadline }, administrator())),
    )
    await all(tools.db, tx =>
      sql`update collection_told t set submission_deadline = c.submission_deadline from collection c
        where c.id = t.collection_id and c.reference = ${reference}`.execute(tx),
    )
  }
}

const repository = join(import.meta.dirname, '../..')

/** Publishes the second record of the release by the calls of the screens; its stream is not available at first (decisions §17). */
export const publishSecondRecord = async (tools: Parameters<typeof publishFolders>[0]): Promise<void> => {
  await publishFolders(
    tools,
    {
      schemas: join(repository, 'schemas', secondRecord),
      rulesets: join(repository, 'rulesets', secondRecord),
    },
    administrator(),
  )
}
