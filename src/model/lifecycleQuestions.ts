import { collectionStates } from '../domain/collection.ts'
import { type StatusName, submissionModes } from '../domain/status.ts'
import type {
  Facts,
  LifecycleEvent,
  LifecycleEventType,
  UserEventType,
} from '../machines/submission-lifecycle/index.ts'
import { openFacts, systemEvents, userEventsBy, userEventTypes } from './charts/lifecycle.ts'
import type { Question } from './lifecycleDecisions.ts'
import { keyUserId, type PersonName, people, personNames } from './people.ts'

/** Moments that tell rights and statuses apart. */
export const situations: Record<string, Facts> = {
  'an open collection': { ...openFacts, hasStoredFile: true },
  'a historic amendment': { ...openFacts, hasStoredFile: true, collectionState: 'Historic amendment' },
  'a closed collection': { ...openFacts, hasStoredFile: true, collectionState: 'Closed' },
  'an archived collection': { ...openFacts, hasStoredFile: true, collectionState: 'Archived' },
  'a submission that is not the latest': { ...openFacts, hasStoredFile: true, isLatest: false },
  'a submission that is blocked': {
    ...openFacts,
    hasStoredFile: true,
    blockers: { ...openFacts.blockers, operationalFailures: true },
  },
  'a provider with a signed-off submission': {
    ...openFacts,
    hasStoredFile: true,
    latestStatus: 'SIGNED_OFF',
  },
  'a provider whose next file is on its way': { ...openFacts, hasStoredFile: true, uploadUnderWay: true },
  'a provider that is not onboarded': { ...openFacts, onboarded: false },
  'a file that an administrator uploaded': {
    ...openFacts,
    hasStoredFile: true,
    uploaderId: people.admin.userId,
    submitterId: people.signOff.userId,
  },
  'a file that an administrator submitted': {
    ...openFacts,
    hasStoredFile: true,
    uploaderId: people.submitter.userId,
    submitterId: people.admin.userId,
  },
  'a file that a regulator uploaded and submitted': {
    ...openFacts,
    hasStoredFile: true,
    uploaderId: people.regulator.userId,
    submitterId: people.regulator.userId,
  },
  'a file that software uploaded with the key of an analyst': {
    ...openFacts,
    hasStoredFile: true,
    uploaderId: keyUserId,
    submitterId: people.signOff.userId,
    keyMakerId: people.analyst.userId,
  },
  'online validation': { ...openFacts, hasStoredFile: true, mode: 'ovt', collectionState: 'Validation' },
}

const both = [true, false] as const

/** Every combination of the facts that the conditions of a submission under way read. */
export const combinations: Facts[] = collectionStates.flatMap(({ name: collectionState }) =>
  submissionModes.flatMap(mode =>
    both.flatMap(isLatest =>
      both.map(hasStoredFile => ({ ...openFacts, collectionState, mode, isLatest, hasStoredFile })),
    ),
  ),
)

/** Every combination of the facts that the conditions of a new submission read. */
export const newCombinations: Facts[] = combinations
  .filter(({ isLatest, hasStoredFile }) => !isLatest && !hasStoredFile)
  .flatMap(facts =>
    both.flatMap(onboarded =>
      both.flatMap(allowSubmissions =>
        both.flatMap(uploadUnderWay =>
          (
            [
              undefined,
              'UPLOAD_ERROR',
              'UPLOADED',
              'NIL_RETURN',
              'SIGNED_OFF',
              'HISTORY_DATA_PASSED',
            ] as const
          ).map(latestStatus => ({ ...facts, onboarded, allowSubmissions, uploadUnderWay, latestStatus })),
        ),
      ),
    ),
  )

const blockers = Object.keys(openFacts.blockers) as (keyof Facts['blockers'])[]

/** Each approval chain with what its transitions read, one deviation at a time. */
export const chains: Facts[] = ['01', '02'].flatMap(riskCode =>
  ['E', 'W'].flatMap(countryCode => {
    const facts = { ...openFacts, riskCode, countryCode }
    return [
      facts,
      { ...facts, isLatest: false },
      { ...facts, collectionState: 'Closed' as const },
      { ...facts, collectionState: 'Archived' as const },
      { ...facts, mode: 'ovt' as const },
      { ...facts, uploaderId: people.admin.userId },
      { ...facts, submitterId: people.admin.userId },
      { ...facts, submitterId: people.specialRegulator.userId },
      { ...facts, keyMakerId: people.admin.userId },
      { ...facts, keyMakerId: people.specialRegulator.userId },
      { ...facts, approverId: people.admin.userId },
      { ...facts, approverId: people.admin.userId, approversDiffer: true },
      { ...facts, isFormReturned: true },
      { ...facts, isFormReturned: true, isLatest: false },
      { ...facts, isFormReturned: true, collectionState: 'Archived' as const },
      ...blockers.map(flag => ({ ...facts, blockers: { ...facts.blockers, [flag]: true } })),
    ]
  }),
)

const everyFacts: readonly {
  facts: readonly Facts[]
  persons: readonly PersonName[]
  at?: readonly StatusName[]
}[] = [
  { facts: Object.values(situations), persons: personNames },
  { facts: chains, persons: ['signOff', 'admin', 'specialRegulator', 'system'] },
  { facts: combinations, persons: ['signOff', 'admin', 'ovtSubmitter', 'system'] },
  { facts: newCombinations, persons: ['signOff', 'admin', 'ovtSubmitter'], at: ['UNKNOWN'] },
]

/** Every question about an event: in these statuses, in every situation, by everybody. */
export function* questionsAbout(type: LifecycleEventType, at: readonly StatusName[]): Generator<Question> {
  for (const { facts, persons, at: only } of everyFacts) {
    for (const status of at) {
      if (only && !only.includes(status)) continue
      for (const one of facts) {
        for (const person of persons) {
          const actor = people[person]
          const events: LifecycleEvent[] = userEventTypes.includes(type as UserEventType)
            ? userEventsBy(type as UserEventType, actor)
            : systemEvents.filter(event => event.type === type).map(event => ({ ...event, actor }))
          for (const event of events) yield { status, facts: one, event, person }
        }
      }
    }
  }
}
