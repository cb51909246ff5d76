import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import {
  type RegisterFault as Fault,
  namedRows,
  type RegisterProvider,
  readRegister,
} from '../../src/domain/register.ts'
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
const refuse = (file: string, [first, ...more]: readonly Fault[]): void => {
  if (!first) return
  const column = first.column === null ? '' : `, column ${first.column}`
  const others = more.length === 0 ? '' : ` There are ${more.length} more faults.`
  throw new RegisterFault(
    `${file}, line ${first.line}${column}: ${inEnglish(first.reason)} (it is "${first.value}").${others}`,
  )
}

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(error => {
    throw new RegisterFault(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  })

/** Providers from a CSV file with the columns of a register (decisions §10). */
export const readProviders = async (file: string): Promise<RegisterProvider[]> => {
  const { providers, faults } = readRegister(await textOf(file))
  refuse(file, faults)
  return providers.map(({ provider }) => provider)
}

/** Regulators from a CSV file with the columns code, name, shortName, type, countries. */
export const readRegulators = async (file: string): Promise<RegisterRegulator[]> => {
  const { rows, faults } = namedRows(await textOf(file), Object.keys(regulator.def.shape))
  refuse(file, faults)
  return rows.map(({ line, cells }) => {
    const parsed = z.safeParse(regulator, cells)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new RegisterFault(
      `${file}, line ${line}, column ${issue?.path.join('.')}: ${issue?.message} (it is "${cells[String(issue?.path[0])] ?? ''}").`,
    )
  })
}
