import {
  deliveryFormats,
  deliverySchedules,
  deliveryStandings,
  type OfferedFile,
} from '../../../domain/deliveryConfiguration.ts'
import { countryCodes } from '../../../domain/organisation.ts'
import type { ConfigurationDetailsWire } from '../../../domain/wire/deliveries.ts'

/** Name of the field that holds the reason for a column. */
export const reasonField = (file: string, column: string): string => `reason ${file} ${column}`

/** Value of the box of a column. */
export const columnValue = (file: string, column: string): string => `${file} ${column}`

const textOf = (entered: FormData, name: string): string => String(entered.get(name) ?? '').trim()

const oneOf = <Value extends string>(values: readonly [Value, ...Value[]], value: string): Value =>
  values.find(one => one === value) ?? values[0]

/** What was entered of a delivery configuration: of the files that are ticked the columns that are, and their reasons. */
export const configurationIn = (
  entered: FormData,
  collectionReference: string,
  offered: readonly OfferedFile[],
): ConfigurationDetailsWire => {
  const ticked = (name: string) => entered.getAll(name).map(String)
  const chosen = offered.filter(({ name }) => ticked('file').includes(name))
  const files = chosen.map(({ name: file, columns }) => ({
    file,
    columns: columns.flatMap(({ name, isKey }) =>
      !isKey && ticked('column').includes(columnValue(file, name)) ? [name] : [],
    ),
  }))
  const reasons = chosen.flatMap(({ name: file, columns }) =>
    columns.flatMap(({ name: column, isKey }) => {
      const reason = textOf(entered, reasonField(file, column))
      const isChosen = isKey || ticked('column').includes(columnValue(file, column))
      return isChosen && reason !== '' ? [{ file, column, reason }] : []
    }),
  )
  return {
    name: textOf(entered, 'name'),
    customerId: textOf(entered, 'customer'),
    collectionReference,
    schedule: oneOf(deliverySchedules, textOf(entered, 'schedule')),
    content: {
      files,
      reasons,
      standing: oneOf(deliveryStandings, textOf(entered, 'standing')),
      countries: countryCodes.filter(code => ticked('country').includes(code)),
      levels: ticked('level'),
      isPseudonymised: ticked('pseudonymised').length > 0,
      format: oneOf(deliveryFormats, textOf(entered, 'format')),
    },
  }
}
