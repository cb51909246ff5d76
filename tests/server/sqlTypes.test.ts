import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from './support/cluster.ts'
import {
  type DeclaredColumn,
  readSources,
  type SourcesOfSql,
  type SqlStatement,
} from './support/sqlStatements.ts'

/*
 * Every statement of the server that says what its rows are, `sql<Row>`, is described by a migrated database, without being run, in
 * each of its forms: its columns, their types, and whether they can be null. Of JSON only that it is JSON: its schema says the rest.
 * Null is found of columns of tables, of tables that an outer join may lack, of aggregates over no rows and of members of JSON;
 * any other expression is taken at its word. The tables that the builder knows are compared with those of the database.
 */

const root = join(import.meta.dirname, '../..')

/** Statements that are not put together here, with the reason. */
const unread: Readonly<Record<string, string>> = {
  'server/database/queries/page.ts': 'its parts are those of the list that asks for a page',
  'server/inspection/chartHistories.ts': 'its records are those of the chart that is asked for',
  'server/issues/attachments.ts': 'its table is one of a list that is gone through',
}
/** Statements of which some forms mix the answers to two questions that the code asks once, so that the database refuses those. */
const mixed: readonly string[] = ['server/specifications/content.ts']

/** Columns that could be null, and are never null in the rows that the statement finds, with the reason. */
const excused: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['actor_id', 'actor_organisation', 'action', 'outcome', 'status'].map(column => [
      `server/audit/verify.ts ${column}: there may be no l`,
      'a line that was removed is known by its id, which is asked first',
    ]),
  ),
  'server/database/queries/results.ts regulatorCode: JSON may lack it': 'every row of a result has one',
  'server/collections/collectionEvents.ts by: JSON may lack it': 'whoever acts has a name',
  'server/jobs/bossTables.ts awaits: JSON may lack it': 'rows without it are left out',
  'server/issues/tracking.ts name: JSON may lack it': 'whoever acts has a name',
  'server/pipeline/stageContext.ts history_key: JSON may lack it':
    'a history is kept with the key of its file',
  'server/delivery/deliveries.ts made: the column can be null': 'a delivery that is ready was made',
  'server/issues/attachments.ts objectKey: the column can be null': 'a file that a comment names was stored',
  'server/lifecycle/signedForms.ts file_size: the column can be null': 'a form that was returned was stored',
  'server/lifecycle/signedForms.ts object_key: the column can be null': 'a form that was returned was stored',
  'server/pseudonymisation/taskJobs.ts requested: the column can be null':
    'a task that is a job was asked for',
  'server/webhooks/secrets.ts wrapped: the column can be null': 'it is set with the key that wraps it',
}
/** A fault without the number of its line, which changes with every edit. */
const withoutNumber = (fault: string): string => fault.replace(/^(\S+?):\d+ /, '$1 ')

let database: Awaited<ReturnType<typeof openDatabase>>
let client: pg.Client
let sources: SourcesOfSql
let typeNames: ReadonlyMap<number, string>
interface Column {
  key: string
  table: string
  name: string
  isNeverNull: boolean
  type: number
}
/** Columns of tables, by table and number. */
let columnsByKey: ReadonlyMap<string, Column>

beforeAll(async () => {
  database = await openDatabase('', pino({ level: 'silent' }))
  client = new pg.Client(database.ownerUrl)
  await client.connect()
  const types = await client.query<{ oid: number; typname: string }>('select oid::int, typname from pg_type')
  typeNames = new Map(types.rows.map(({ oid, typname }) => [oid, typname]))
  const columns = await client.query<Column>(`
    select attrelid::int || '.' || attnum as key, attrelid::regclass::text as table, attname as name,
      attnotnull as "isNeverNull", atttypid::int as type from pg_attribute where attnum > 0 and not attisdropped`)
  columnsByKey = new Map(columns.rows.map(column => [column.key, column]))
  sources = readSources(root)
}, 180_000)
afterAll(async () => {
  await client.end()
  await database.stop()
})

interface Field {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
}

/** The connection of pg, as far as a statement is described by it. */
interface Described {
  parse: (query: { text: string; name: string; types: readonly number[] }) => void
  describe: (message: { type: 'S'; name: string }) => void
  sync: () => void
}

/** What the database says of a statement without running it: the columns of its rows, or why it is none. */
const described = (text: string): Promise<Field[] | string> =>
  new Promise(resolve => {
    let fields: Field[] = []
    const query = {
      submit: (connection: Described) => {
        connection.parse({ text, name: '', types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
        return null
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields
      },
      handleError: (error: Error) => resolve(error.message),
      handleReadyForQuery: () => resolve(fields),
    }
    client.query(query as unknown as pg.Submittable)
  })

interface Plan {
  'Node Type': string
  'Join Type'?: string
  'Parent Relationship'?: string
  Alias?: string
  Output?: string[]
  'Group Key'?: string[]
  Plans?: Plan[]
}

const aliasesIn = (plan: Plan): string[] => [
  ...(plan.Alias ? [plan.Alias] : []),
  ...(plan.Plans ?? []).flatMap(aliasesIn),
]

/** Names of the tables whose columns are null where a join finds nothing. */
const optionalIn = (plan: Plan): string[] => {
  const [outer, inner] =
    plan.Plans?.filter(one => /^(?:Outer|Inner)$/.test(one['Parent Relationship'] ?? '')) ?? []
  const join = plan['Join Type']
  const own = [
    ...(inner && (join === 'Left' || join === 'Full') ? aliasesIn(inner) : []),
    ...(outer && (join === 'Right' || join === 'Full') ? aliasesIn(outer) : []),
  ]
  return [...own, ...(plan.Plans ?? []).flatMap(optionalIn)]
}

/** What of a plan makes columns null. */
interface Nullable {
  /** Names of the tables whose columns are null where a join finds nothing. */
  optional: ReadonlySet<string>
  /** Whether what is added up has a group, so that there is something to add up. */
  isGrouped: boolean
}

const hasGroups = (plan: Plan): boolean =>
  plan['Group Key'] !== undefined || (plan.Plans ?? []).some(hasGroups)

/** Why a column of the rows can be null; undefined where nothing says so. */
const nullReasonOf = (output: string, { optional, isGrouped }: Readonly<Nullable>): string | undefined => {
  const bare = output.replace(/^\(+|\)+$/g, '')
  const alias = /^"?(\w+)"?\.\w+$/.exec(bare)?.[1]
  if (alias !== undefined && optional.has(alias)) return `there may be no ${alias}`
  if (!isGrouped && /^(?:max|min|sum|avg|jsonb_agg|array_agg|string_agg|bool_and|bool_or)\(/.test(bare))
    return 'an aggregate over no rows is null'
  if (/^\w+\.\w+ ->> '\w+'::text$/.test(bare)) return 'JSON may lack it'
  if (/^CASE .* THEN .* ELSE NULL::/.test(bare)) return 'one case gives nothing'
  return undefined
}

/** Types of TypeScript that a type of the database is given as. */
const givenAs: Readonly<Record<string, RegExp>> = {
  text: /^(?:string|".*")$/,
  varchar: /^(?:string|".*")$/,
  name: /^(?:string|".*")$/,
  uuid: /^string$/,
  date: /^string$/,
  int2: /^(?:number|\d+)$/,
  int4: /^(?:number|\d+)$/,
  int8: /^(?:number|\d+)$/,
  float4: /^number$/,
  float8: /^number$/,
  numeric: /^string$/,
  bool: /^(?:boolean|true|false)$/,
  timestamptz: /^Date$/,
  bytea: /^(?:Buffer(?:<ArrayBufferLike>)?|Uint8Array(?:<ArrayBufferLike>)?)$/,
  _text: /\[\]$/,
  _uuid: /\[\]$/,
  _int4: /^(?:readonly )?(?:number\[\]|.*\[\])$/,
}
/** JSON is whatever was written: the schema that reads it decides. */
const isJson = (type: string): boolean => type === 'json' || type === 'jsonb'

/** How a type of the database is declared, where that is wrong. */
const typeFaults = ({ name, types }: DeclaredColumn, typeId: number): string[] => {
  const type = typeNames.get(typeId) ?? String(typeId)
  if (isJson(type)) return []
  const expected = givenAs[type]
  if (!expected) return [`${name}: the type ${type} is not known here`]
  return types
    .filter(one => !expected.test(one) && one !== 'unknown')
    .map(one => `${name}: ${type} is declared as ${one}`)
}

/** Whether a statement gives no row in which this column is null: it is compared, or said not to be. */
const isAskedFor = (form: string, column: string): boolean =>
  new RegExp(`\\b${column}\\s*(?:=|<>|<|>|is not null)`).test(form)

const nullFault = (
  { name, isNullable }: DeclaredColumn,
  { tableID, columnID }: Field,
  output: string | undefined,
  nullable: Nullable,
  form: string,
): string[] => {
  if (isNullable) return []
  const column = columnsByKey.get(`${tableID}.${columnID}`)
  if (column && !column.isNeverNull && !isAskedFor(form, column.name))
    return [`${name}: the column can be null`]
  const reason = output === undefined ? undefined : nullReasonOf(output, nullable)
  return reason ? [`${name}: ${reason}`] : []
}

const faultsOf = async ({ row }: SqlStatement, form: string): Promise<string[] | 'refused'> => {
  const fields = await described(form)
  if (typeof fields === 'string') return 'refused'
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (generic_plan, verbose, format json) ${form}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  const outputs = plan?.Output?.length === fields.length ? plan.Output : []
  const nullable = {
    optional: new Set(plan ? optionalIn(plan) : []),
    isGrouped: plan ? hasGroups(plan) : false,
  }
  return row.flatMap(declared => {
    const at = fields.findIndex(({ name }) => name === declared.name)
    const field = fields[at]
    if (!field) return declared.isNullable ? [] : [`${declared.name}: there is no such column`]
    const isNothing = /^NULL::/.test(outputs[at] ?? '')
    return [
      ...(isNothing ? [] : typeFaults(declared, field.dataTypeID)),
      ...nullFault(declared, field, outputs[at], nullable, form),
    ]
  })
}

const fileOf = ({ place }: SqlStatement): string => place.replace(/:\d+$/, '')

it('every statement is put together from the sources, but for those with a reason', () => {
  expect(sources.statements.length).toBeGreaterThan(270)
  const files = sources.statements.filter(({ forms }) => forms.length === 0).map(fileOf)
  expect([...new Set(files)]).toEqual(Object.keys(unread))
})

it('the rows of every statement are what their types say', async () => {
  const faults: string[] = []
  const mixing = new Set<string>()
  for (const statement of sources.statements) {
    let understood = 0
    for (const form of statement.forms) {
      const found = await faultsOf(statement, form)
      if (found === 'refused') {
        if (mixed.includes(fileOf(statement))) mixing.add(fileOf(statement))
        else faults.push(`${statement.place}: ${await described(form)}`)
      } else {
        understood += 1
        faults.push(...found.map(fault => `${statement.place} ${fault}`))
      }
    }
    if (statement.forms.length > 0 && understood === 0)
      faults.push(`${statement.place}: no form is understood`)
  }
  const found = [...new Set(faults)].filter(fault => !(withoutNumber(fault) in excused))
  expect(found).toEqual([])
  expect([...mixing]).toEqual(mixed)
})

it('the tables that the builder knows are those of the database', () => {
  const faults = sources.tables.flatMap(({ name, columns }) => {
    const own = [...columnsByKey.values()].filter(({ table }) => table === name)
    if (own.length === 0) return [`${name}: there is no such table`]
    return columns.flatMap(declared => {
      const column = own.find(one => one.name === declared.name)
      if (!column) return [`${name}.${declared.name}: there is no such column`]
      return [
        ...typeFaults(declared, column.type),
        ...(column.isNeverNull || declared.isNullable ? [] : [`${declared.name}: the column can be null`]),
      ].map(fault => `${name}.${fault}`)
    })
  })
  expect(faults).toEqual([])
})
