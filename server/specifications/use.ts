import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

/** What uses each specification, schema and ruleset; deleted specifications and collections do not count. */
export const contentUse = async (
  tx: Tx,
  deletedStateId: number,
): Promise<{
  specifications: { id: number; collections: { reference: string; name: string }[]; changedRules: number }[]
  schemas: { id: number; version: string; rulesets: string[] }[]
  rulesets: { id: number; version: string; schemaVersion: string; specifications: string[] }[]
  /** Versions that are taken, also by deleted specifications. */
  versions: string[]
}> => {
  const specifications = await sql<{
    id: number
    collections: { reference: string; name: string }[]
    changedRules: number
  }>`
    select v.id, coalesce((select json_agg(json_build_object('reference', c.reference, 'name', c.name) order by c.reference desc)
        from collection c where c.specification_id = v.id and c.state_id <> ${deletedStateId}), '[]') as collections,
      (select count(*)::int from (select rule_code from specification_rule r where r.specification_id = v.id
        union select rule_code from specification_tolerance t where t.specification_id = v.id) as changed) as "changedRules"
    from specification v where v.deleted_utc is null`.execute(tx)
  const schemas = await sql<{ id: number; version: string; rulesets: string[] }>`
    select s.id, s.version, array(select r.version from ruleset_version r where r.schema_version = s.version order by r.version) as rulesets
    from schema_version s`.execute(tx)
  const rulesets = await sql<{
    id: number
    version: string
    schemaVersion: string
    specifications: string[]
  }>`
    select r.id, r.version, r.schema_version as "schemaVersion", array(select v.version from specification v
      where v.ruleset_version = r.version and v.deleted_utc is null order by v.version) as specifications
    from ruleset_version r`.execute(tx)
  const taken = await sql<{ version: string }>`select version from specification`.execute(tx)
  return {
    specifications: specifications.rows,
    schemas: schemas.rows,
    rulesets: rulesets.rows,
    versions: taken.rows.map(({ version }) => version),
  }
}
