import { DuckDBInstance } from '@duckdb/node-api'
import * as z from 'zod/mini'

/** A register that cannot be read. The message names the line, the column and what is allowed. */
export class RegisterFault extends Error {
  override readonly name = 'RegisterFault'
}

const filled = z.string().check(z.minLength(1, 'must not be empty'))
const yesOrNo = z.pipe(
  z.enum(['yes', 'no'], 'must be yes or no'),
  z.transform(text => text === 'yes'),
)
const country = z.enum(['E', 'W', 'S', 'N'], 'must be E, W, S or N')

/** A provider of the register (decisions §10 "Providers"). */
const provider = z.object({
  instId: z.string().check(z.regex(/^\d{4}$/, 'must be four digits')),
  ukprn: z.string().check(z.regex(/^\d{8}$/, 'must be eight digits')),
  name: filled,
  publishedName: filled,
  country,
  region: z.string(),
  regulator: filled,
  riskCode: filled,
  awardingPowers: yesOrNo,
})
export type RegisterProvider = z.output<typeof provider>

/** A regulator, which is a statutory customer too. Type 01 is the primary regulator of its countries. */
const regulator = z.object({
  code: filled,
  name: filled,
  shortName: filled,
  type: z.enum(['01', '02', '03', '04'], 'must be 01, 02, 03 or 04'),
  /** Countries, separated by spaces. */
  countries: z.pipe(
    z.pipe(
      z.string(),
      z.transform(text => text.split(' ').filter(part => part !== '')),
    ),
    z.array(country),
  ),
})
export type RegisterRegulator = z.output<typeof regulator>

/** The rows of a CSV file with a line of names, each a text. */
const rowsOf = async (file: string): Promise<Record<string, string>[]> => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const read = await connection.runAndReadAll(
      "select * from read_csv($file, header = true, all_varchar = true, delim = ',', quote = '\"', strict_mode = true)",
      { file },
    )
    return read
      .getRowObjects()
      .map(row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])))
  } catch (error) {
    throw new RegisterFault(
      `${file} cannot be read as CSV: ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const read = async <S extends z.ZodMiniType>(file: string, schema: S): Promise<z.output<S>[]> =>
  (await rowsOf(file)).map((row, index) => {
    const parsed = z.safeParse(schema, row)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    // The first line has the names.
    throw new RegisterFault(
      `${file}, line ${index + 2}, column ${issue?.path.join('.')}: ${issue?.message} (it is "${row[String(issue?.path[0])] ?? ''}").`,
    )
  })

/**
 * Providers from a CSV file with the columns instId, ukprn, name, publishedName, country, region, regulator, riskCode,
 * awardingPowers.
 */
export const readProviders = (file: string): Promise<RegisterProvider[]> => read(file, provider)

/** Regulators from a CSV file with the columns code, name, shortName, type, countries. */
export const readRegulators = (file: string): Promise<RegisterRegulator[]> => read(file, regulator)
