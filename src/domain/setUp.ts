/** Steps of the set-up of a collection, in their order (decisions §18, mock 24). */
export const setUpSteps = ['details', 'specification', 'providers', 'validation', 'opening'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** done: nothing is left; planned: a day is set; todo: somebody has to act; optional; blocked: another step comes first. */
export type SetUpState = 'done' | 'planned' | 'todo' | 'optional' | 'blocked'

/** What the set-up of a collection depends on. */
export interface SetUpFacts {
  hasDeadline: boolean
  hasContact: boolean
  /** Whether it has a specification; only one that is Available or In Use can be given. */
  hasSpecification: boolean
  /** Providers of the register, and those of them that are not onboarded; undefined until they are known. */
  providers: { all: number; waiting: number } | undefined
  isValidating: boolean
  validationOn: string | null
  opensOn: string | null
}

/** The state of each step of the set-up of a collection that is not open yet. */
export const setUpOf = (facts: SetUpFacts): Readonly<Record<SetUpStep, SetUpState>> => ({
  details: facts.hasDeadline && facts.hasContact ? 'done' : 'todo',
  specification: facts.hasSpecification ? 'done' : 'todo',
  providers:
    facts.providers !== undefined && facts.providers.all > 0 && facts.providers.waiting === 0
      ? 'done'
      : 'todo',
  validation: facts.isValidating ? 'done' : facts.validationOn === null ? 'optional' : 'planned',
  opening: facts.opensOn !== null ? 'planned' : facts.hasSpecification ? 'todo' : 'blocked',
})

/** Whether nobody has to act on a step now. */
export const isSetUpDone = (state: SetUpState): boolean => state === 'done' || state === 'planned'

/** The first step on which somebody has to act. */
export const nextSetUpStep = (states: Readonly<Record<SetUpStep, SetUpState>>): SetUpStep | undefined =>
  setUpSteps.find(step => states[step] === 'todo')

/** What of a collection's details its set-up compares with the collection before it. Period and deadline are always shown. */
interface ComparedDetails {
  referencePeriodStart: string
  referencePeriodEnd: string
  supportContact: string | null
  disallowCreateIssues: boolean
  signsInPortal: boolean
  approversDiffer: boolean
}

/** A part of the set-up that is another one than before. */
export interface SetUpDifference {
  part: 'days' | 'contact' | 'issues' | 'signing' | 'approvers'
  before: string | number | boolean | null
  after: string | number | boolean | null
}

const dayMs = 86_400_000

const daysIn = ({ referencePeriodStart, referencePeriodEnd }: ComparedDetails): number =>
  Math.round((Date.parse(referencePeriodEnd) - Date.parse(referencePeriodStart)) / dayMs) + 1

const span = ({ referencePeriodStart, referencePeriodEnd }: ComparedDetails): string => {
  const [start, end] = [referencePeriodStart, referencePeriodEnd].map(day => day.replace('-02-29', '-02-28'))
  return `${start?.slice(5)} ${end?.slice(5)} ${Number(end?.slice(0, 4)) - Number(start?.slice(0, 4))}`
}

/** What the set-up of a collection has otherwise than the collection before it. */
export const setUpDifferences = (former: ComparedDetails, own: ComparedDetails): SetUpDifference[] =>
  [
    // The same days of another year are no difference, with or without a leap day.
    ...(span(former) === span(own)
      ? []
      : [{ part: 'days' as const, before: daysIn(former), after: daysIn(own) }]),
    { part: 'contact' as const, before: former.supportContact, after: own.supportContact },
    { part: 'issues' as const, before: former.disallowCreateIssues, after: own.disallowCreateIssues },
    { part: 'signing' as const, before: former.signsInPortal, after: own.signsInPortal },
    { part: 'approvers' as const, before: former.approversDiffer, after: own.approversDiffer },
  ].filter(({ before, after }) => before !== after)

/** Providers that take part now and returned nothing before, and those that returned something and take part no longer. */
export const takingPart = <
  Before extends { instId: string },
  Now extends { instId: string; onboarded: boolean },
>(
  returned: readonly Before[],
  providers: readonly Now[],
): { added: Now[]; removed: Before[] } => {
  const former = new Set(returned.map(({ instId }) => instId))
  const now = new Set(providers.flatMap(({ instId, onboarded }) => (onboarded ? [instId] : [])))
  return {
    added: providers.filter(({ instId, onboarded }) => onboarded && !former.has(instId)),
    removed: returned.filter(({ instId }) => !now.has(instId)),
  }
}

/** A stage of the way of a collection, with the day on which it begins, if one is known. */
export interface SetUpStage {
  stage: 'draft' | 'validation' | 'open' | 'deadline' | 'closed'
  /** yyyy-MM-dd. */
  day: string | null
  state: 'past' | 'current' | 'planned' | 'unplanned'
}

/** The way of a collection that is not open yet, with its days (mock 24). */
export const setUpPath = ({
  createdOn,
  validatingSince,
  isValidating,
  validationOn,
  opensOn,
  submissionDeadline,
  closesOn,
}: {
  /** When it was made; null while its history is not known. */
  createdOn: string | null
  validatingSince: string | null
  isValidating: boolean
  validationOn: string | null
  opensOn: string | null
  submissionDeadline: string | null
  closesOn: string | null
}): SetUpStage[] => {
  const ahead = (stage: SetUpStage['stage'], day: string | null): SetUpStage => ({
    stage,
    day,
    state: day === null ? 'unplanned' : 'planned',
  })
  return [
    { stage: 'draft', day: createdOn, state: isValidating ? 'past' : 'current' },
    isValidating
      ? { stage: 'validation', day: validatingSince, state: 'current' }
      : ahead('validation', validationOn),
    ahead('open', opensOn),
    ahead('deadline', submissionDeadline),
    ahead('closed', closesOn),
  ]
}
