import { type Message, message } from '../messages/message.ts'
import { type FileFault, lostCharacter, type NamedRow, namedRows, readNotes } from './importedTable.ts'
import { limits } from './limits.ts'
import { agencyOrganisationId, countryCodes, isCountryCode } from './organisation.ts'
import { emailForm, type ProviderContact, phoneForm, riskCodes } from './provider.ts'
import {
  type ContactPart,
  contactColumn,
  contactNumbers,
  contactParts,
  type RegisterField,
  type RegisterProvider,
  registerColumns,
} from './registerFile.ts'
import type { TextEncoding } from './textEncoding.ts'

/** A line of a register: the provider, and what the optional columns want for it. Null and no contacts: nothing. */
export interface RegisterLine extends RegisterProvider {
  takesPart: boolean | null
  onboarded: boolean | null
  contacts: readonly ProviderContact[]
}

/** What a person decides about a fault: another value on one line, or on all lines with the same value; or a line is left out. */
export type RegisterRepair =
  | { kind: 'replace'; line: number | null; column: string; value: string; to: string }
  | { kind: 'leaveOut'; line: number }

interface Field {
  /** The message of what is wrong with the text; undefined where nothing is. */
  fault: (text: string) => Message | undefined
}

const lengths = { name: 200, code: 20, region: 100 } as const

const atMost = (maximum: number) => (text: string) =>
  text.length > maximum ? message('server', 'field.tooLong', { maximum }) : undefined
const filled = (maximum: number) => (text: string) =>
  text === '' ? message('server', 'register.empty') : atMost(maximum)(text)
const formed = (form: RegExp, reason: Message) => (text: string) => (form.test(text) ? undefined : reason)
const yesOrNo = (text: string) =>
  /^(?:yes|no)$/i.test(text) ? undefined : message('server', 'register.yesOrNo')

/** Why a text is not the risk code of a provider, in a register or a change of one; undefined if it is. */
export const riskCodeFault = (text: string): Message | undefined =>
  riskCodes.some(code => code === text)
    ? undefined
    : message('server', 'register.unknownRiskCode', { known: riskCodes.join(', ') })

/** Columns of the register of providers, in the order in which they are described. */
const fields: Record<RegisterField, Field> = {
  instId: { fault: formed(/^\d{4}$/, message('server', 'register.fourDigits')) },
  ukprn: { fault: formed(/^\d{8}$/, message('server', 'register.eightDigits')) },
  name: { fault: filled(lengths.name) },
  publishedName: { fault: filled(lengths.name) },
  country: {
    fault: text => (isCountryCode(text) ? undefined : message('server', 'register.country')),
  },
  region: { fault: atMost(lengths.region) },
  regulator: { fault: filled(lengths.code) },
  riskCode: { fault: riskCodeFault },
  awardingPowers: { fault: yesOrNo },
}

/** Values of columns that have only a few. */
const choicesFor: Partial<Record<RegisterField, readonly string[]>> = {
  country: countryCodes,
  riskCode: riskCodes,
  awardingPowers: ['yes', 'no'],
}

const flag = (text: string): boolean | null => (text === '' ? null : text.toLowerCase() === 'yes')

/** A provider of a file, with the line on which it stands. */
export interface ReadProvider {
  line: number
  provider: RegisterLine
}

const contactsOf = (cells: NamedRow['cells']): ProviderContact[] =>
  contactNumbers.flatMap(nth => {
    const part = (name: ContactPart) => cells[contactColumn(nth, name)] ?? ''
    const contact = { name: part('name'), role: part('role'), email: part('email'), phone: part('phone') }
    return Object.values(contact).some(text => text !== '') ? [contact] : []
  })

const providerOf = (cells: NamedRow['cells']): RegisterLine => {
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
    awardingPowers: flag(text('awardingPowers')) === true,
    takesPart: flag(cells.takesPart ?? ''),
    onboarded: flag(cells.onboarded ?? ''),
    contacts: contactsOf(cells),
  }
}

/** The length of the columns from which spreadsheets take leading zeros. */
const zeroColumns = [
  ['instId', 4],
  ['riskCode', 2],
] as const

/** Restores the leading zeros of a column whose every value lacks them, with a note for each such column. */
const restoreZeros = (rows: readonly NamedRow[]): { rows: NamedRow[]; notes: Message[] } => {
  const lacking = zeroColumns.flatMap(([column, width]) => {
    const values = rows.map(({ cells }) => cells[column] ?? '')
    const short = values.filter(value => /^\d+$/.test(value) && value.length < width)
    const [example] = short
    return example === undefined || values.some(value => value.startsWith('0'))
      ? []
      : [{ column, width, example, count: short.length }]
  })
  return {
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: {
        ...cells,
        ...Object.fromEntries(
          lacking.flatMap(({ column, width }) => {
            const value = cells[column] ?? ''
            return /^\d+$/.test(value) ? [[column, value.padStart(width, '0')]] : []
          }),
        ),
      },
    })),
    notes: lacking.map(({ column, width, example, count }) =>
      message('server', 'register.note.zeros', {
        column,
        count,
        example,
        restored: example.padStart(width, '0'),
      }),
    ),
  }
}

/** Rows as they are after the repairs, which are made in their order, with a note for each. */
const repaired = (
  rows: readonly NamedRow[],
  repairs: readonly RegisterRepair[],
): { rows: readonly NamedRow[]; notes: Message[] } =>
  repairs.reduce<{ rows: readonly NamedRow[]; notes: Message[] }>(
    (before, repair) => {
      if (repair.kind === 'leaveOut')
        return {
          rows: before.rows.filter(({ line }) => line !== repair.line),
          notes: [...before.notes, message('server', 'register.note.leftOut', { line: repair.line })],
        }
      const { column, value, to } = repair
      const concerns = ({ line, cells }: NamedRow) =>
        (repair.line === null || repair.line === line) && cells[column] === value
      const lines = before.rows.filter(concerns)
      const [first] = lines
      return {
        rows: before.rows.map(row =>
          concerns(row) ? { ...row, cells: { ...row.cells, [column]: to } } : row,
        ),
        notes: first
          ? [
              ...before.notes,
              message('server', 'register.note.replaced', {
                column,
                value: value === '' ? '–' : value,
                to,
                count: lines.length,
                line: first.line,
              }),
            ]
          : before.notes,
      }
    },
    { rows, notes: [] },
  )

const contactChecks: Readonly<Record<ContactPart, (text: string) => Message | undefined>> = {
  name: filled(limits.contactPart),
  role: atMost(limits.contactPart),
  email: formed(emailForm, message('server', 'register.email')),
  phone: formed(phoneForm, message('server', 'register.phone')),
}

/** What is wrong with the optional columns of a row: with a contact only if the row has anything of it. */
const optionalFaults = ({ line, cells }: NamedRow): FileFault[] => {
  const faultOf = (column: string, check: (text: string) => Message | undefined): FileFault | undefined => {
    const value = cells[column] ?? ''
    const reason = check(value)
    return reason && { line, column, value, reason }
  }
  const contradiction = () =>
    flag(cells.takesPart ?? '') === false && flag(cells.onboarded ?? '') === true
      ? message('server', 'register.onboardedWithoutPart')
      : undefined
  const flags = (['takesPart', 'onboarded'] as const).map(column =>
    cells[column] ? faultOf(column, yesOrNo) : undefined,
  )
  const contacts = contactNumbers.flatMap(nth => {
    const columns = contactParts.map(part => [contactColumn(nth, part), contactChecks[part]] as const)
    return columns.some(([column]) => cells[column])
      ? columns.map(([column, check]) => faultOf(column, check))
      : []
  })
  return [...flags, faultOf('onboarded', contradiction), ...contacts].filter(fault => fault !== undefined)
}

const cellFaults = ({ line, cells }: NamedRow): FileFault[] => {
  const lost = Object.entries(cells)
    .filter(([, value]) => lostCharacter.test(value))
    .map(([column, value]) => ({ line, column, value, reason: message('server', 'register.lostCharacter') }))
  const unfit = registerColumns.flatMap((column): FileFault[] => {
    const value = cells[column] ?? ''
    const reason = fields[column].fault(value)
    const few = choicesFor[column]
    return reason ? [{ line, column, value, reason, ...(few && { choices: few }) }] : []
  })
  return [...lost, ...unfit, ...optionalFaults({ line, cells })]
}

/** Lines after the first that name the same provider as an earlier one, by id or by UKPRN. */
const repeated = (read: readonly ReadProvider[]): FileFault[] =>
  (['instId', 'ukprn'] as const).flatMap(column => {
    const first = new Map<string, number>()
    return read.flatMap(({ line, provider }) => {
      const value = provider[column]
      const earlier = first.get(value)
      if (value === '') return []
      if (earlier === undefined) {
        first.set(value, line)
        return []
      }
      return [
        {
          line,
          column,
          value,
          reason: message('server', 'register.repeated', { line: earlier }),
          sameAs: earlier,
        },
      ]
    })
  })

export interface ReadRegister {
  /** The lines without a fault of their own. A register with any fault is not taken. */
  providers: ReadProvider[]
  faults: FileFault[]
  /** What was read in another way than it is written: encoding, separators, leading zeros. */
  notes: Message[]
}

/** The providers of a register as CSV, with everything that is wrong with it and what was repaired (decisions §19). */
export const readRegister = (
  text: string,
  encoding: TextEncoding = 'utf-8',
  repairs: readonly RegisterRepair[] = [],
): ReadRegister => {
  const { rows: written, faults: allFormFaults, separator } = namedRows(text, registerColumns)
  const leftOut = new Set(repairs.flatMap(repair => (repair.kind === 'leaveOut' ? [repair.line] : [])))
  const formFaults = allFormFaults.filter(({ line, column }) => column !== null || !leftOut.has(line))
  const misaligned = new Set(allFormFaults.map(({ line }) => line))
  const restored = restoreZeros(written.filter(({ line }) => !misaligned.has(line)))
  const { rows, notes: repairNotes } = repaired(restored.rows, repairs)
  const notes = [...restored.notes, ...repairNotes]
  const providers = rows.map(({ line, cells }) => ({ line, provider: providerOf(cells) }))
  const empty =
    rows.length === 0 && formFaults.length === 0
      ? [{ line: 1, column: null, value: '', reason: message('server', 'register.nothing') }]
      : []
  const faults = [...formFaults, ...rows.flatMap(cellFaults), ...empty, ...repeated(providers)].toSorted(
    (a, b) => a.line - b.line,
  )
  const faulty = new Set(faults.map(({ line }) => line))
  return {
    providers: providers.filter(({ line }) => !faulty.has(line)),
    faults,
    notes: [...readNotes(encoding, separator), ...notes],
  }
}

/** Codes that a provider's regulator can have: the agency is one itself, but providers have another. */
const regulatorChoices = (regulators: ReadonlySet<string>): string[] =>
  [...regulators].filter(one => one !== agencyOrganisationId).toSorted()

/** Why a text is not the code of a provider's regulator; undefined if it is. */
export const regulatorFault = (code: string, regulators: ReadonlySet<string>): Message | undefined =>
  regulators.has(code)
    ? undefined
    : message('server', 'register.unknownRegulator', {
        known: regulatorChoices(regulators).join(', ') || '–',
      })

/** What does not fit what the portal holds: a regulator that it does not know, a UKPRN that is another provider's. */
export const misfits = (
  read: readonly ReadProvider[],
  {
    regulators,
    standing,
  }: { regulators: ReadonlySet<string>; standing: readonly Pick<RegisterProvider, 'instId' | 'ukprn'>[] },
): FileFault[] => {
  const holders = new Map(standing.map(({ instId, ukprn }) => [ukprn, instId]))
  return read.flatMap(({ line, provider: { instId, ukprn, regulator } }) => {
    const holder = holders.get(ukprn)
    const reason = regulatorFault(regulator, regulators)
    return [
      ...(reason
        ? [{ line, column: 'regulator', value: regulator, reason, choices: regulatorChoices(regulators) }]
        : []),
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
