import { sql, type Transaction } from 'kysely'
import { type AuditAbout, type AuditAboutKind, auditAboutKind } from '../../src/domain/auditAbout.ts'
import { issuePage } from '../../src/domain/issue.ts'
import type { Database } from '../database/schema.ts'

type Tx = Transaction<Database>

interface Named {
  id: string
  name: string | null
  note: string | null
  collection: string | null
  path: string | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const number = /^\d{1,9}$/

const byId = (rows: readonly Named[]): Map<string, Named> => new Map(rows.map(row => [row.id, row]))

/** How each kind is looked up by its ids. Deleted items are missing: then the entry's provider names it. */
const lookUps: Partial<Record<AuditAboutKind, (tx: Tx, ids: string[]) => Promise<Map<string, Named>>>> = {
  submission: async (tx, ids) => {
    const { rows } = await sql<
      Named & { reference: string; collectionId: string; instId: string; mode: string }
    >`
      select s.id::text as id, o.published_name as name, s.file_name as note, c.name as collection, null as path,
        c.reference, c.id as "collectionId", s.inst_id as "instId", s.mode
      from submission s join collection c on c.id = s.collection_id join organisation o on o.id = s.inst_id
      where s.id = any(${ids.filter(id => uuid.test(id))}::uuid[])`.execute(tx)
    return byId(
      rows.map(({ reference, collectionId, instId, mode, ...row }) => ({
        ...row,
        path: `/monitoring/${[reference, collectionId, ...(mode === 'ovt' ? ['online-validation'] : []), instId, row.id].join('/')}`,
      })),
    )
  },
  issue: async (tx, ids) => {
    const { rows } = await sql<Named>`
      select i.id::text as id, o.published_name as name, i.name as note, c.name as collection, null as path
      from issue i join organisation o on o.id = i.inst_id join collection c on c.id = i.collection_id
      where i.id = any(${ids.filter(id => uuid.test(id))}::uuid[])`.execute(tx)
    return byId(rows.map(row => ({ ...row, path: issuePage(row.id) })))
  },
  collection: async (tx, ids) => {
    const { rows } = await sql<Named & { reference: string }>`
      select c.id, c.name, c.reference as note, null as collection, null as path, c.reference
      from collection c where c.id = any(${ids}::text[]) or c.reference = any(${ids}::text[])`.execute(tx)
    const named = rows.map(({ reference, ...row }) => ({
      ...row,
      path: `/management/collections/${reference}`,
    }))
    return new Map(named.flatMap(row => [[row.id, row] as const, [row.note ?? '', row] as const]))
  },
  specification: async (tx, ids) => {
    const { rows } = await sql<Named>`
      select id::text as id, version as name, null as note, null as collection, null as path from specification
      where id = any(${ids.filter(id => number.test(id))}::int[]) or version = any(${ids}::text[])`.execute(
      tx,
    )
    const named = rows.map(row => ({ ...row, path: `/management/specifications/specs/${row.id}` }))
    return new Map(named.flatMap(row => [[row.id, row] as const, [row.name ?? '', row] as const]))
  },
  schema: async (tx, ids) => {
    const { rows } = await sql<Named>`
      select id::text as id, version as name, null as note, null as collection, null as path from schema_version
      where id = any(${ids.filter(id => number.test(id))}::int[])`.execute(tx)
    return byId(rows)
  },
  ruleset: async (tx, ids) => {
    const { rows } = await sql<Named>`
      select id::text as id, version as name, null as note, null as collection, null as path from ruleset_version
      where id = any(${ids.filter(id => number.test(id))}::int[])`.execute(tx)
    return byId(rows.map(row => ({ ...row, path: `/management/specifications/rulesets/${row.id}` })))
  },
  deliveryConfiguration: async (tx, ids) => {
    const { rows } = await sql<Named>`
      select d.id::text as id, d.name, null as note, c.name as collection, null as path
      from delivery_configuration d join collection c on c.id = d.collection_id
      where d.id = any(${ids.filter(id => uuid.test(id))}::uuid[])`.execute(tx)
    return byId(rows.map(row => ({ ...row, path: `/management/delivery-config/${row.id}` })))
  },
  delivery: async (tx, ids) => {
    const { rows } = await sql<Named>`
      select d.id::text as id, d.name, null as note, c.name as collection, null as path
      from delivery d join collection c on c.id = d.collection_id
      where d.id = any(${ids.filter(id => uuid.test(id))}::uuid[])`.execute(tx)
    return byId(rows.map(row => ({ ...row, path: `/delivery/${row.id}` })))
  },
  job: async (tx, ids) => {
    const { rows } = await sql<Named>`
      select j.id::text as id, c.name, null as note, c.name as collection, null as path
      from job j join collection c on c.id = j.collection_id
      where j.id = any(${ids.filter(id => uuid.test(id))}::uuid[])`.execute(tx)
    return byId(rows.map(row => ({ ...row, path: '/management/jobs' })))
  },
}

/** What these lines are about, in their order. */
export const aboutLines = async (
  tx: Tx,
  lines: readonly {
    action: string
    subject: string | null
    instId: string | null
    provider: string | null
  }[],
): Promise<AuditAbout[]> => {
  const kinds = lines.map(({ action }) => auditAboutKind(action))
  const found = new Map<AuditAboutKind, Map<string, Named>>()
  for (const kind of new Set(kinds)) {
    const ids = lines.flatMap(({ subject }, at) => (kinds[at] === kind && subject !== null ? [subject] : []))
    const rows = await lookUps[kind]?.(tx, [...new Set(ids)])
    if (rows) found.set(kind, rows)
  }
  return lines.map(({ subject, instId, provider }, at) => {
    const kind = kinds[at] ?? 'other'
    const named = subject === null ? undefined : found.get(kind)?.get(subject)
    if (named)
      return { kind, name: named.name, note: named.note, collection: named.collection, path: named.path }
    return {
      kind: provider === null ? kind : 'provider',
      name: provider,
      note: provider === null ? subject : null,
      collection: null,
      path: provider === null || instId === null ? null : `/management/providers/${instId}`,
    }
  })
}
