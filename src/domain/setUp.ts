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
