import { type Message, message } from '../messages/message.ts'
import { bytes } from './bytes.ts'
import { csvRecords } from './csv.ts'
import { limits } from './limits.ts'
import { type CountryCode, countryCodes, isCountryCode } from './organisation.ts'

/** A provider of the register (decisions §10 "Providers"). */
export interface RegisterProvider {
  instId: string
  ukprn: string
  name: string
  publishedName: string
  country: CountryCode
  region: string
  regulator: string
  riskCode: string
  awardingPowers: boolean
}
export type RegisterField = keyof RegisterProvider

/** What is wrong with a register, and where. */
export interface RegisterFault {
  /** Counted from 1; the first line has the names. */
  line: number
  /** Name of the column; null where the whole line, or the whole file, is at fault. */
  column: string | null
  /** What stands there. */
  value: string
  reason: Message
}

/** Why a file is too large for a register, undefined when it is not: told by its bytes, of which a text has at least as many as characters. */
export const registerFileRefusal = ({ size }: { size: number }): Message | undefined =>
  size > limits.registerText
    ? message('problems', 'fileTooLarge', { limit: bytes(limits.registerText) })
    : undefined

interface Field {
  /** The message of what is wrong with the text; undefined where nothing is. */
  fault: (text: string) => Message | undefined
}

const lengths = { name: 200, code: 20, region: 100 } as const

const filled = (maximum: number) => (text: string) => {
  if (text === '') return message('server', 'register.empty')
  return text.length > maximum ? message('server', 'field.tooLong', { maximum }) : undefined
}
const formed = (form: RegExp, reason: Message) => (text: string) => (form.test(text) ? undefined : reason)

/** Columns of the register of providers, in the order in which they are described. */
const fields: Record<RegisterField, Field> = {
  instId: { fault: formed(/^\d{4}$/, message('server', 'register.fourDigits')) },
  ukprn: { fault: formed(/^\d{8}$/, message('server', 'register.eightDigits')) },
  name: { fault: filled(lengths.name) },
  publishedName: { fault: filled(lengths.name) },
  country: {
    fault: text => (isCountryCode(text) ? undefined : message('server', 'register.country')),
  },
  region: {
    fault: text =>
      text.length > lengths.region
        ? message('server', 'field.tooLong', { maximum: lengths.region })
        : undefined,
  },
  regulator: { fault: filled(lengths.code) },
  riskCode: { fault: filled(lengths.code) },
  awardingPowers: { fault: formed(/^(?:yes|no)$/, message('server', 'register.yesOrNo')) },
}

/** Names of the columns of a register of providers. */
export const registerColumns = Object.keys(fields) as RegisterField[]

/** A row of a CSV file by the names in its first line. */
interface NamedRow {
  line: number
  cells: Readonly<Record<string, string>>
}

/** The rows of a CSV text by the names of its columns, or why it is not such a text. Columns besides are left out. */
export const namedRows = (
  text: string,
  columns: readonly string[],
): { rows: NamedRow[]; faults: RegisterFault[] } => {
  const [head, ...records] = csvRecords(text)
  const names = head?.cells.map(cell => cell.trim()) ?? []
  const missing = columns.filter(column => !names.includes(column))
  if (missing.length > 0)
    return {
      rows: [],
      faults: missing.map(column => ({
        line: 1,
        column,
        value: '',
        reason: message('server', 'register.noColumn'),
      })),
    }
  const faults = records
    .filter(({ cells }) => cells.length !== names.length)
    .map(({ line, cells }) => ({
      line,
      column: null,
      value: String(cells.length),
      reason: message('server', 'register.cells', { expected: names.length }),
    }))
  const rows = records.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(names.map((name, at) => [name, cells[at]?.trim() ?? ''])),
  }))
  return { rows, faults }
}

/** A provider of a file, with the line on which it stands. */
export interface ReadProvider {
  line: number
  provider: RegisterProvider
}

const providerOf = (cells: NamedRow['cells']): RegisterProvider => {
  const text = (field: RegisterField) => cells[field] ?? ''
  const country = text('country')
  return {
    instId: text('instId'),
    ukprn: text('ukprn'),
    name: text('name'),
    publishedName: text('publishedName'),
    country: isCountryCode(country) ? country : countryCodes[0],
    region: text('region'),
    regulator: text('regulator'),
    riskCode: text('riskCode'),
    awardingPowers: text('awardingPowers') === 'yes',
  }
}

/** Lines after the first that name the same provider as an earlier one, by id or by UKPRN. */
const repeated = (read: readonly ReadProvider[]): RegisterFault[] =>
  (['instId', 'ukprn'] as const).flatMap(column => {
    const first = new Map<string, number>()
    return read.flatMap(({ line, provider }) => {
      const value = provider[column]
      const earlier = first.get(value)
      if (earlier === undefined) {
        first.set(value, line)
        return []
      }
      return [{ line, column, value, reason: message('server', 'register.repeated', { line: earlier }) }]
    })
  })

/**
 * The providers of a register as CSV, and everything that is wrong with it. There are providers only where nothing is: a
 * register is taken whole or not at all.
 */
export const readRegister = (text: string): { providers: ReadProvider[]; faults: RegisterFault[] } => {
  const { rows, faults: formFaults } = namedRows(text, registerColumns)
  const cellFaults = rows.flatMap(({ line, cells }) =>
    registerColumns.flatMap(column => {
      const value = cells[column] ?? ''
      const reason = fields[column].fault(value)
      return reason ? [{ line, column, value, reason }] : []
    }),
  )
  const providers = rows.map(({ line, cells }) => ({ line, provider: providerOf(cells) }))
  const empty =
    rows.length === 0 && formFaults.length === 0
      ? [{ line: 1, column: null, value: '', reason: message('server', 'register.nothing') }]
      : []
  const faults = [...formFaults, ...cellFaults, ...empty]
  const all = (faults.length > 0 ? faults : repeated(providers)).toSorted((a, b) => a.line - b.line)
  return { providers: all.length > 0 ? [] : providers, faults: all }
}

/** What does not fit what the portal holds: a regulator that it does not know, a UKPRN that is another provider's. */
export const misfits = (
  read: readonly ReadProvider[],
  {
    regulators,
    standing,
  }: { regulators: ReadonlySet<string>; standing: readonly Pick<RegisterProvider, 'instId' | 'ukprn'>[] },
): RegisterFault[] => {
  const holders = new Map(standing.map(({ instId, ukprn }) => [ukprn, instId]))
  return read.flatMap(({ line, provider: { instId, ukprn, regulator } }) => {
    const holder = holders.get(ukprn)
    return [
      ...(regulators.has(regulator)
        ? []
        : [
            {
              line,
              column: 'regulator',
              value: regulator,
              reason: message('server', 'register.unknownRegulator'),
            },
          ]),
      ...(holder === undefined || holder === instId
        ? []
        : [
            {
              line,
              column: 'ukprn',
              value: ukprn,
              reason: message('server', 'register.otherProvider', { instId: holder }),
            },
          ]),
    ]
  })
}

/** A value of a provider that a register, or a person, changes. */
export interface RegisterChange {
  field: RegisterField
  before: string
  after: string
}

/** The text that stands in a register for a value. */
export const registerText = (value: string | boolean): string =>
  typeof value === 'string' ? value : value ? 'yes' : 'no'

/** What is another value after, field by field in the order of the columns. */
export const changesBetween = (before: RegisterProvider, after: RegisterProvider): RegisterChange[] =>
  registerColumns
    .filter(field => before[field] !== after[field])
    .map(field => ({ field, before: registerText(before[field]), after: registerText(after[field]) }))

export interface RegisterPreview {
  added: RegisterProvider[]
  changed: { provider: RegisterProvider; changes: RegisterChange[] }[]
  unchanged: number
  /** Providers that the portal knows and the file does not name: they stay as they are. */
  absent: RegisterProvider[]
}

/** What an import changes of what holds now. */
export const previewOf = (
  file: readonly RegisterProvider[],
  standing: readonly RegisterProvider[],
): RegisterPreview => {
  const known = new Map(standing.map(provider => [provider.instId, provider]))
  const named = new Set(file.map(({ instId }) => instId))
  const compared = file.flatMap(provider => {
    const before = known.get(provider.instId)
    return before ? [{ provider, changes: changesBetween(before, provider) }] : []
  })
  const changed = compared.filter(({ changes }) => changes.length > 0)
  return {
    added: file.filter(({ instId }) => !known.has(instId)),
    changed,
    unchanged: compared.length - changed.length,
    absent: standing.filter(({ instId }) => !named.has(instId)),
  }
}
