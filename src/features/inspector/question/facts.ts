import { collectionStates } from '../../../domain/collection.ts'
import { noBlockers } from '../../../domain/commitStatus.ts'
import { collectionStateLabel, countryLabel, exactStatusLabel } from '../../../domain/labels.ts'
import { countryCodes } from '../../../domain/organisation.ts'
import {
  isNoSubmission,
  isUploading,
  type StatusName,
  statuses,
  statusOf,
  submissionModes,
} from '../../../domain/status.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import type { ToText, Translate } from '../../../messages/index.ts'
import { subjectUserId } from './people.ts'

/** One fact that can be set: yes or no, or one of several. */
export type FactField =
  | {
      name: FlagName | PersonName | BlockerName
      kind: 'flag'
      read: (facts: Facts) => boolean
      write: (facts: Facts, value: boolean) => Facts
    }
  | {
      name: 'mode' | 'collectionState' | 'latestStatus' | 'riskCode' | 'countryCode'
      kind: 'choice'
      options: readonly string[]
      read: (facts: Facts) => string
      write: (facts: Facts, value: string) => Facts
    }

type PersonName = 'uploaderId' | 'submitterId' | 'keyMakerId' | 'approverId'
type FlagName =
  | 'isLatest'
  | 'hasStoredFile'
  | 'isFormReturned'
  | 'allowSubmissions'
  | 'approversDiffer'
  | 'onboarded'
  | 'uploadUnderWay'
type BlockerName = keyof Facts['blockers']

const flag = (name: FlagName): FactField => ({
  name,
  kind: 'flag',
  read: facts => facts[name] === true,
  write: (facts, value) => ({ ...facts, [name]: value }),
})

/** Whether it was the person who is asked about; whoever else it was makes no difference to the guards. */
const byThisPerson = (name: PersonName): FactField => ({
  name,
  kind: 'flag',
  read: facts => facts[name] === subjectUserId,
  write: (facts, value) => ({ ...facts, [name]: value ? subjectUserId : undefined }),
})

const blocker = (name: BlockerName): FactField => ({
  name,
  kind: 'flag',
  read: facts => facts.blockers[name],
  write: (facts, value) => ({ ...facts, blockers: { ...facts.blockers, [name]: value } }),
})

const choice = <N extends 'mode' | 'collectionState' | 'riskCode' | 'countryCode'>(
  name: N,
  options: readonly Facts[N][],
): FactField => ({
  name,
  kind: 'choice',
  options,
  read: facts => facts[name],
  write: (facts, value) => {
    const chosen = options.find(option => option === value)
    return chosen ? { ...facts, [name]: chosen } : facts
  },
})

const noStatus = 'none'

/** Every fact that a guard reads and that can be set, in the order of the form. */
export const factFields: readonly FactField[] = [
  choice('mode', submissionModes),
  choice(
    'collectionState',
    collectionStates.map(({ name }) => name),
  ),
  {
    name: 'latestStatus',
    kind: 'choice',
    options: [noStatus, ...statuses.map(({ name }) => name)],
    read: facts => facts.latestStatus ?? noStatus,
    write: (facts, value) => {
      const status = statuses.find(({ name }) => name === value)
      return { ...facts, latestStatus: status?.name }
    },
  },
  choice('riskCode', ['01', '02']),
  choice('countryCode', countryCodes),
  byThisPerson('uploaderId'),
  byThisPerson('submitterId'),
  byThisPerson('keyMakerId'),
  byThisPerson('approverId'),
  flag('isLatest'),
  flag('hasStoredFile'),
  flag('isFormReturned'),
  flag('allowSubmissions'),
  flag('approversDiffer'),
  flag('onboarded'),
  flag('uploadUnderWay'),
  blocker('isNotLatest'),
  blocker('notCollectionEndDate'),
  blocker('operationalFailures'),
  blocker('lacksTransferConsent'),
]

/** What can be chosen for a fact, in words. */
export const optionLabel = (
  t: Translate<'inspector.question'>,
  text: ToText,
  name: FactField['name'],
  option: string,
): string => {
  if (name === 'mode' && (option === 'live' || option === 'ovt')) return t(`facts.modes.${option}`)
  if (name === 'latestStatus') {
    const status = statuses.find(other => other.name === option)
    return status ? text(exactStatusLabel(status.name)) : t('facts.noSubmission')
  }
  if (name === 'collectionState') {
    const state = collectionStates.find(other => other.name === option)
    return state ? text(collectionStateLabel(state.name)) : option
  }
  return name === 'countryCode' ? text(countryLabel(option)) : option
}

/** What is usual for a live submission at a status: nothing stands in its way. */
export const usualFacts = (status: StatusName): Facts => ({
  submissionId: 'submission',
  instId: '0001',
  mode: 'live',
  uploaderId: undefined,
  submitterId: undefined,
  keyMakerId: undefined,
  approverId: undefined,
  approversDiffer: false,
  isFormReturned: false,
  isLatest: !isNoSubmission(status),
  hasStoredFile: statusOf(status).page !== 'upload',
  collectionState: 'Open',
  allowSubmissions: true,
  onboarded: true,
  latestStatus: isNoSubmission(status) ? undefined : status,
  uploadUnderWay: isUploading(status),
  riskCode: '02',
  countryCode: 'E',
  regulatorCode: '5003',
  blockers: noBlockers,
})

/** A fact as the address writes it. */
export const factValue = (field: FactField, facts: Facts): string =>
  field.kind === 'choice' ? field.read(facts) : field.read(facts) ? 'yes' : 'no'

const written = (field: FactField, facts: Facts, value: string): Facts => {
  if (field.kind === 'choice') return field.write(facts, value)
  return value === 'yes' || value === 'no' ? field.write(facts, value === 'yes') : facts
}

/** The facts with what the address sets in place of the base; a value that a fact cannot have is passed over. */
export const factsWith = (base: Facts, parameter: (name: string) => string | undefined): Facts =>
  factFields.reduce((facts, field) => {
    const value = parameter(field.name)
    return value === undefined ? facts : written(field, facts, value)
  }, base)

/** The change of the address that sets one fact; the base's own value is not written. */
export const factChange = (
  field: FactField,
  base: Facts,
  value: string,
): Readonly<Record<string, string | undefined>> => ({
  [field.name]: value === factValue(field, base) ? undefined : value,
})

/** The change of the address that sets these facts back to the base, by default all of them. */
export const withoutChangesOf = (
  fields: readonly FactField[] = factFields,
): Readonly<Record<string, undefined>> => Object.fromEntries(fields.map(({ name }) => [name, undefined]))
