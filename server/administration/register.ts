import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { type FileFault, namedRows } from '../../src/domain/importedTable.ts'
import { type ReadProvider, readRegister } from '../../src/domain/register.ts'
import { decodeText, type TextEncoding } from '../../src/domain/textEncoding.ts'
import { inEnglish } from '../messages.ts'
import { OperatorFault } from '../operatorFault.ts'

/** A register that cannot be read. The message names the line, the column and what is allowed. */
export class RegisterFault extends OperatorFault {
  override readonly name = 'RegisterFault'
}

const filled = z.string().check(z.minLength(1, 'must not be empty'))
const country = z.enum(['E', 'W', 'S', 'N'], 'must be E, W, S or N')

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

/** Throws the first fault of a file, with how many more there are. */
export const refuseFaults = (file: string, [first, ...more]: readonly FileFault[]): void => {
  if (!first) return
  const column = first.column === null ? '' : `, column ${first.column}`
  const others =
    more.length === 0
      ? ''
      : more.length === 1
        ? ' There is 1 more fault.'
        : ` There are ${more.length} more faults.`
  throw new RegisterFault(
    `${file}, line ${first.line}${column}: ${inEnglish(first.reason)} (it is "${first.value}").${others}`,
  )
}

const textOf = async (file: string): Promise<{ text: string; encoding: TextEncoding }> =>
  decodeText(
    await readFile(file).catch(error => {
      throw new RegisterFault(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
    }),
  )

/** Providers from a CSV file with the columns of a register, and what was repaired in it (decisions §10, §19). */
export const readProviders = async (
  file: string,
): Promise<{ providers: ReadProvider[]; notes: string[] }> => {
  const { text, encoding } = await textOf(file)
  const { providers, faults, notes } = readRegister(text, encoding)
  refuseFaults(file, faults)
  return { providers, notes: notes.map(inEnglish) }
}

/** Regulators from a CSV file with the columns code, name, shortName, type, countries. */
export const readRegulators = async (file: string): Promise<RegisterRegulator[]> => {
  const { rows, faults } = namedRows((await textOf(file)).text, Object.keys(regulator.def.shape))
  refuseFaults(file, faults)
  return rows.map(({ line, cells }) => {
    const parsed = z.safeParse(regulator, cells)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new RegisterFault(
      `${file}, line ${line}, column ${issue?.path.join('.')}: ${issue?.message} (it is "${cells[String(issue?.path[0])] ?? ''}").`,
    )
  })
}
