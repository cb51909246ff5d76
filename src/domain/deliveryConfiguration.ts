import { type Message, message } from '../messages/message.ts'
import { type TagOf, taggedPlaces } from './places.ts'
import type { FieldClass } from './privacy.ts'
import { hasResults, isSignedOff, type StatusName, statuses } from './status.ts'

/*
 * What a customer gets of the records that its providers have sent (decisions §13): a configuration says what and when, a
 * delivery is one package that was made by it.
 */

/**
 * TSV and PARQUET: of each submission a set of its own, and of what a schedule has delivered nothing again. SECTOR: one Parquet
 * set of the whole collection, a partition for each provider, whole each time. It is a form, not a choice beside the form: as TSV
 * there is none, and a worker of a release that does not know it refuses it instead of making something else.
 */
export const deliveryFormats = ['TSV', 'PARQUET', 'SECTOR'] as const
export type DeliveryFormat = (typeof deliveryFormats)[number]

/** Whether a delivery of this form is a partitioned set of everything that is chosen. */
export const isWholeCollection = (format: DeliveryFormat): boolean => format === 'SECTOR'

/** When a delivery is made. Besides, an administrator can ask for one at any time. */
export const deliverySchedules = ['SIGNED_OFF', 'DAILY', 'WEEKLY', 'ON_REQUEST'] as const
export type DeliverySchedule = (typeof deliverySchedules)[number]

/** How far a submission has to be. PROCESSED: at or beyond Quality processing complete, with something to deliver. */
export const deliveryStandings = ['SIGNED_OFF', 'PROCESSED'] as const
export type DeliveryStanding = (typeof deliveryStandings)[number]

/** Where a configuration stands. DELETED is for good. */
export const configurationTags = taggedPlaces({
  NONE: [],
  ENABLED: ['enabled'],
  DISABLED: [],
  DELETED: ['deleted'],
})
export type ConfigurationTag = TagOf<typeof configurationTags>
export const configurationPlaces = configurationTags.places
export type ConfigurationPlace = (typeof configurationPlaces)[number]

/** Whether deliveries are made by it. */
export const isConfigurationEnabled = (place: ConfigurationPlace): boolean =>
  configurationTags.has(place, 'enabled')

/** Whether it is no longer there for anybody; its deliveries keep their history. */
export const isConfigurationDeleted = (place: ConfigurationPlace): boolean =>
  configurationTags.has(place, 'deleted')

/** Days for which the file of a delivery is kept. */
export const deliveryKeptDays = 90

/** Most characters of a configuration's name, and of the reason for a field. */
export const deliveryNameAtMost = 80
export const deliveryReasonAtMost = 300

/** Which files of a record are delivered, and which of their columns, as `Entity.FIELD`. */
export interface DeliveredFile {
  file: string
  columns: readonly string[]
}

/** Why a column that tells of a special category is delivered. */
export interface ColumnReason {
  file: string
  column: string
  reason: string
}

/** What is delivered: everything of a configuration but its name, its customer and when. */
export interface DeliveryContent {
  files: readonly DeliveredFile[]
  reasons: readonly ColumnReason[]
  standing: DeliveryStanding
  /** Empty: all of them. */
  countries: readonly string[]
  /** Codes of levels of study, as the ruleset has them. Empty: all of them. */
  levels: readonly string[]
  isPseudonymised: boolean
  format: DeliveryFormat
}

/** A column that can be delivered, as the ruleset of the collection has it. */
export interface OfferedColumn {
  name: string
  /** Of the file's key: it is in every delivery of the file. */
  isKey: boolean
  isSpecialCategory: boolean
  /** It is left out of what is pseudonymised. */
  isDropped: boolean
}

export interface OfferedFile {
  name: string
  columns: readonly OfferedColumn[]
}

/** Why a configuration with these files cannot be saved: it would deliver nothing; undefined where it can. */
export const filesRefusal = (files: DeliveryContent['files']): Message | undefined =>
  files.length === 0 ? message('delivery', 'noFiles') : undefined

/**
 * Columns of the content that tell of a special category and have no reason: they are named one by one, each with its reason
 * (decisions §13). A key column is delivered with its file, so it needs a reason too.
 */
export const columnsWithoutReason = (
  { files, reasons, isPseudonymised }: Pick<DeliveryContent, 'files' | 'reasons' | 'isPseudonymised'>,
  offered: readonly OfferedFile[],
): { file: string; column: string }[] =>
  files.flatMap(({ file, columns }) =>
    (offered.find(({ name }) => name === file)?.columns ?? [])
      .filter(({ isSpecialCategory, isDropped }) => isSpecialCategory && !(isPseudonymised && isDropped))
      .filter(({ name, isKey }) => isKey || columns.includes(name))
      .filter(
        ({ name }) =>
          !reasons.some(one => one.file === file && one.column === name && one.reason.trim() !== ''),
      )
      .map(({ name }) => ({ file, column: name })),
  )

/** Names of the content that the ruleset does not offer. */
export const unknownColumns = (
  { files }: Pick<DeliveryContent, 'files'>,
  offered: readonly OfferedFile[],
): string[] =>
  files.flatMap(({ file, columns }) => {
    const known = offered.find(({ name }) => name === file)
    if (!known) return [file]
    return columns.filter(column => !known.columns.some(({ name }) => name === column))
  })

/** Statuses in which a submission is delivered. The history statuses count as signed off (decisions §3); a nil return has no record. */
export const deliveredStatuses = (standing: DeliveryStanding): StatusName[] =>
  statuses.map(({ name }) => name).filter(standing === 'SIGNED_OFF' ? isSignedOff : hasResults)

/** A deliverable column that tells of a special category among its classes. */
export const tellsOfSpecialCategory = (classes: readonly FieldClass[]): boolean =>
  classes.includes('special-category')

/** The state of a configuration, as people read it. */
export const configurationPlaceLabel = (place: ConfigurationPlace): Message =>
  message('delivery', `configuration.states.${place}`)
/** The form of the files of a delivery, as people read it. */
export const deliveryFormatLabel = (format: DeliveryFormat): Message =>
  message('delivery', `format.${format}`)
/** When a configuration makes deliveries, as people read it. */
export const deliveryScheduleLabel = (schedule: DeliverySchedule): Message =>
  message('delivery', `schedule.${schedule}`)
