import { type Message, message } from '../messages/message.ts'
import { isSameRecord, type OfRecord } from './collectionSeries.ts'
import {
  columnsWithoutReason,
  type DeliveryContent,
  filesRefusal,
  type OfferedFile,
  unknownColumns,
} from './deliveryConfiguration.ts'

/* The form of a delivery configuration: its steps, and what fills it as the last delivery had it. */

/** A configuration as far as a new one can repeat it. */
interface Repeatable {
  customerId: string
  collection: OfRecord
  /** When its last delivery was asked for; null if there was none. */
  lastAskedUtc: string | null
}

/**
 * The usual sets for a collection: for each customer the configuration that made its last delivery of the same record, the
 * latest first.
 */
export const usualSets = <Past extends Repeatable>(
  configurations: readonly Past[],
  own: OfRecord,
): Past[] => {
  const delivered = configurations
    .filter(one => one.lastAskedUtc !== null && isSameRecord(one.collection, own))
    .toSorted((one, other) => (other.lastAskedUtc ?? '').localeCompare(one.lastAskedUtc ?? ''))
  return delivered.filter(
    (one, at) => delivered.findIndex(({ customerId }) => customerId === one.customerId) === at,
  )
}

/** Content as far as a collection offers it, with the names of what it does not offer. */
export const contentOffered = (
  content: DeliveryContent,
  offered: { files: readonly OfferedFile[]; levels: readonly { code: string }[] },
): { content: DeliveryContent; leftOut: string[] } => {
  const isOffered = (file: string, column: string) =>
    unknownColumns({ files: [{ file, columns: [column] }] }, offered.files).length === 0
  const known = content.files.filter(({ file }) => offered.files.some(({ name }) => name === file))
  const files = known.map(({ file, columns }) => ({
    file,
    columns: columns.filter(column => isOffered(file, column)),
  }))
  const levels = content.levels.filter(level => offered.levels.some(({ code }) => code === level))
  return {
    content: {
      ...content,
      files,
      reasons: content.reasons.filter(({ file, column }) => isOffered(file, column)),
      levels,
    },
    leftOut: [
      ...unknownColumns(content, offered.files),
      ...content.levels.filter(level => !levels.includes(level)),
    ],
  }
}

/** Steps of the form of a configuration, in their order. */
export const configurationSteps = ['what', 'who', 'fields', 'review'] as const
export type ConfigurationStep = (typeof configurationSteps)[number]

/** Why a step cannot be left for the next one with this content; undefined if it can. */
export const stepRefusal = (
  step: ConfigurationStep,
  content: Pick<DeliveryContent, 'files' | 'reasons' | 'isPseudonymised'>,
  offered: readonly OfferedFile[],
): Message | undefined => {
  if (step !== 'fields' && step !== 'review') return undefined
  return (
    filesRefusal(content.files) ??
    (columnsWithoutReason(content, offered).length > 0
      ? message('delivery', 'configuration.isReasoned.fails')
      : undefined)
  )
}
