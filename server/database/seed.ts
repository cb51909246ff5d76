import { addDays } from 'date-fns/addDays'
import { type Kysely, sql } from 'kysely'
import { collectionStateOf } from '../../src/domain/collection.ts'
import { londonDate } from '../../src/domain/dates.ts'
import { product } from '../../src/domain/product.ts'
import {
  collections,
  type DemonstrationOrganisation,
  generatedProviders,
  organisations,
  regulators,
  supportContact,
} from '../identity/demonstration.ts'
import type { Database } from './schema.ts'
import { withScope } from './scope.ts'

const specificationInUse = 4

/**
 * The register of the demonstration: organisations, regulators, providers, specifications and collections (decisions
 * §5). Can be run again; what is there stays. Submissions are not made here: they come from files.
 */
export const seedDemonstration = (db: Kysely<Database>, extraProviders: number): Promise<void> =>
  withScope(db, { scope: 'all' }, async tx => {
    for (const { code, name, shortName, typeCode, countries } of regulators) {
      await sql`insert into regulator (code, name, short_name, type_code) values (${code}, ${name}, ${shortName}, ${typeCode})
        on conflict do nothing`.execute(tx)
      for (const country of countries) {
        await sql`insert into regulator_country values (${code}, ${country}) on conflict do nothing`.execute(
          tx,
        )
      }
    }
    const everyOrganisation: DemonstrationOrganisation[] = [
      ...organisations,
      ...generatedProviders(extraProviders),
    ]
    for (const { id, type, name, onboarded, provider } of everyOrganisation) {
      await sql`insert into organisation (id, type, name, published_name, onboarded)
        values (${id}, ${type}, ${name}, ${name}, ${onboarded}) on conflict do nothing`.execute(tx)
      if (provider) {
        await sql`insert into provider (inst_id, ukprn, country_code, region, regulator_code, risk_code)
          values (${id}, ${provider.ukprn}, ${provider.countryCode}, ${provider.region}, ${provider.regulatorCode}, ${provider.riskCode})
          on conflict do nothing`.execute(tx)
      }
    }
    for (const { reference, name, year, stateId, specification, schema, ruleset } of collections) {
      if (specification) {
        await sql`insert into specification (version, state_id, schema_version, ruleset_version, created_by, updated_by)
          values (${specification}, ${specificationInUse}, ${schema}, ${ruleset}, ${product.name}, ${product.name})
          on conflict do nothing`.execute(tx)
      }
      await sql`insert into collection (id, reference, name, reference_period_start, reference_period_end, state_id, specification_id)
        values (${`c${reference}`}, ${reference}, ${name}, ${`${year}-08-01`}, ${`${year + 1}-07-31`}, ${stateId},
          (select id from specification where version = ${specification ?? ''}))
        on conflict do nothing`.execute(tx)
    }
  })

/** What the demonstration has from the start is nobody's news. Can be run again. */
export const seedTold = (db: Kysely<Database>): Promise<void> =>
  withScope(db, { scope: 'all' }, async tx => {
    await sql`insert into collection_told (collection_id, state_id) select id, state_id from collection
      where reference = any(${collections.map(({ reference }) => reference)}) on conflict do nothing`.execute(
      tx,
    )
  })

/** Days from the first start until submissions to the open collections of the demonstration are due. */
const daysToSubmit = 24

/** When submissions to the open collections of the demonstration are due, where nobody has said so. Can be run again. */
export const seedDeadlines = (db: Kysely<Database>, now: Date): Promise<void> =>
  withScope(db, { scope: 'all' }, async tx => {
    const open = collections.filter(({ stateId }) => stateId === collectionStateOf('Open').id)
    const deadline = londonDate(addDays(now, daysToSubmit))
    await sql`with due as (
        update collection set submission_deadline = ${deadline} where submission_deadline is null
          and reference = any(${open.map(({ reference }) => reference)}) returning id)
      update collection_told t set submission_deadline = ${deadline} from due where t.collection_id = due.id`.execute(
      tx,
    )
  })

/** Whom providers ask about the collections of the demonstration, where nobody has been named. Can be run again. */
export const seedSupportContacts = (db: Kysely<Database>): Promise<void> =>
  withScope(db, { scope: 'all' }, async tx => {
    await sql`update collection set support_contact = ${supportContact}
      where support_contact is null and reference = any(${collections.map(({ reference }) => reference)})`.execute(
      tx,
    )
  })
