import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../server/database/schema.ts'
import { withScope } from '../../../server/database/scope.ts'
import { collections, organisations, regulators } from '../../../server/identity/demonstration.ts'
import { product } from '../../../src/domain/product.ts'

const specificationInUse = 4

/** The register of the demonstration as earlier releases wrote it: rows alone, without the decisions behind them. */
export const seedRows = (db: Kysely<Database>): Promise<void> =>
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
    for (const { id, type, name, onboarded, provider } of organisations) {
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
      await sql`insert into collection (id, reference, stream_id, name, reference_period_start, reference_period_end, state_id, specification_id)
        values (${`c${reference}`}, ${reference}, ${reference.slice(2)}, ${name}, ${`${year}-08-01`}, ${`${year + 1}-07-31`}, ${stateId},
          (select id from specification where version = ${specification ?? ''}))
        on conflict do nothing`.execute(tx)
    }
  })
