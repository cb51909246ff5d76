import { parseArgs } from 'node:util'

/** A schema alone: of a file, or those that the checked file names. */
export type SchemaOptions =
  | { kind: 'schema'; path: string; catalogs: readonly string[]; rules?: undefined }
  | { kind: 'named'; folder: string; catalogs: readonly string[] }

/** Content with quality rules. */
export type RulesOptions =
  | { kind: 'schema'; path: string; catalogs: readonly string[]; rules: { folder: string; country: Country } }
  | { kind: 'package'; source: { path: string } | { url: string }; country: Country }
  | { kind: 'collection'; reference: string; country: Country }

/** What the command is asked to do. */
export interface ValidateOptions {
  file: string
  against: { kind: 'well-formed' } | SchemaOptions | RulesOptions
  json: boolean
  /** Bytes of keys of the schema's constraints that are held in memory; beyond, they go to files. By default 128 MiB, and 32 with rules. */
  keyBytes?: number
}

const countries = ['E', 'W', 'S', 'N'] as const
/** Where the provider is: England, Wales, Scotland or Northern Ireland. It decides which rules are run. */
export type Country = (typeof countries)[number]

export const usage = `npm run validate -- file.xml (--collection 23056 | --package file.zip | --from URL | --schema any.xsd [--ruleset folder/] | --follow folder/ | --well-formed) [--json]
  --collection   the collection's schema and, where the file fits it, its quality rules
  --package      a published specification, downloaded from the portal: its schema, rules and tolerances
  --from         the same from its address, https://portal/api/specifications/12/package; BEDEL_KEY has an API key or access token
  --country      ${countries.join(', ')}: whose rules are run; E by default
  --schema       the schema in this file, and those beside it that it includes or imports
  --ruleset      with --schema: the rules in this folder
  --follow       the schemas that the file names by xsi:schemaLocation, within this folder
  --catalog      an OASIS XML catalog that says where documents are that a schema names; may be given several times
  --well-formed  only whether the file can be read as XML, whatever else is asked
  --json         the whole result as one JSON document on one line
Ends with 0 clean, 1 findings, 2 not readable as XML, 3 the command could not be carried out.`

/** A call that the command does not understand; the message says what is wrong with it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const isCountry = (text: string): text is Country => countries.some(country => country === text)

/** The command line as options. Throws UsageError. */
export const readOptions = (args: readonly string[]): ValidateOptions => {
  const { values, positionals } = parse(args)
  const [file, ...others] = positionals
  if (file === undefined) throw new UsageError('Name the file to check.')
  if (others.length > 0) throw new UsageError(`One file at a time: "${others[0]}" is one too many.`)
  const { collection, schema, follow, country, ruleset, package: path, from, catalog: catalogs } = values
  const isWellFormedOnly = values['well-formed']
  const given = [collection, path, from, schema, follow].filter(value => value !== undefined).length
  if (given > 1)
    throw new UsageError('Give only one of --collection, --package, --from, --schema and --follow.')
  if (given === 0 && !isWellFormedOnly)
    throw new UsageError('Give one of --collection, --package, --from, --schema, --follow and --well-formed.')
  if (ruleset !== undefined && schema === undefined) throw new UsageError('--ruleset goes with --schema.')
  if (from !== undefined && !/^https?:\/\//.test(from))
    throw new UsageError(`--from is an address that begins with https://, not "${from}".`)
  if (catalogs.length > 0 && schema === undefined && follow === undefined)
    throw new UsageError('--catalog goes with --schema or --follow.')
  if (!isCountry(country))
    throw new UsageError(`--country is one of ${countries.join(', ')}, not "${country}".`)
  if (collection !== undefined && !/^\d{5}$/.test(collection))
    throw new UsageError(`--collection is a reference of five digits such as 23056, not "${collection}".`)
  return {
    file,
    json: values.json,
    against: isWellFormedOnly
      ? { kind: 'well-formed' }
      : collection !== undefined
        ? { kind: 'collection', reference: collection, country }
        : schema !== undefined
          ? {
              kind: 'schema',
              path: schema,
              catalogs,
              rules: ruleset === undefined ? undefined : { folder: ruleset, country },
            }
          : path !== undefined
            ? { kind: 'package', source: { path }, country }
            : from !== undefined
              ? { kind: 'package', source: { url: from }, country }
              : { kind: 'named', folder: follow ?? '', catalogs },
  }
}

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        collection: { type: 'string' },
        schema: { type: 'string' },
        ruleset: { type: 'string' },
        package: { type: 'string' },
        from: { type: 'string' },
        follow: { type: 'string' },
        catalog: { type: 'string', multiple: true, default: [] },
        'well-formed': { type: 'boolean', default: false },
        country: { type: 'string', default: 'E' },
        json: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
