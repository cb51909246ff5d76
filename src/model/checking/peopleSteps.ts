import { signedFormRefusal } from '../../domain/signedForm.ts'
import {
  eventMessage,
  type LifecycleEvent,
  type UserEventType,
  userEventTypes,
} from '../../machines/submission-lifecycle/index.ts'
import { inEnglish } from '../english.ts'
import { type Decided, decide } from './deciding.ts'
import {
  blank,
  factsOf,
  forget,
  latestSlot,
  type Model,
  type Step,
  statusWords,
  submissionWords,
} from './model.ts'
import { copyOf, type Echo, type PersonIndex, type Slot, type State } from './state.ts'

/** Acts that begin a submission. */
const beginning: readonly UserEventType[] = ['UPLOAD_REQUESTED', 'NIL_RETURN_CREATED']
const onSubmission = userEventTypes.filter(type => !beginning.includes(type))

/** Acts whose call names the status that it expects (`server/http/routes/submissionChanges.ts` `updateState`). */
const namesStatus: readonly string[] = ['SUBMIT', 'APPROVE', 'DECLINE', 'REQUEST_SIGN_OFF']

const eventOf = (model: Model, person: PersonIndex, type: UserEventType): LifecycleEvent => {
  const actor = model.bounds.people[person]!
  if (type === 'SUBMIT' || type === 'REQUEST_SIGN_OFF') return { type, actor, termsAccepted: true }
  // A note is allowed with each of them, and needed with some.
  if (['APPROVE', 'DECLINE', 'SIGN_OFF', 'FORM_REFUSED', 'REQUEST_RESUBMISSION'].includes(type))
    return { type, actor, hasNote: true } as LifecycleEvent
  return { type, actor } as LifecycleEvent
}

const wordsOf = (
  model: Model,
  person: PersonIndex,
  type: UserEventType,
  slot: Slot,
  to: State,
  more = '',
) => {
  const name = model.bounds.people[person]!.name
  return `${name}: ${inEnglish(eventMessage(type))} (${submissionWords(slot)}${more}) → ${statusWords(to, slot)}`
}

/** Whether the bounds have room for what an act makes: a re-processing makes a copy. */
const hasRoom = (state: State, type: string): boolean =>
  type !== 'REPROCESSED' || state.submissions.includes(undefined)

/** Runs a decision in a copy; undefined if it is refused. */
const inCopy = (state: State, run: (draft: State) => boolean): State | undefined => {
  const draft = copyOf(state)
  return run(draft) ? draft : undefined
}

/** Another act of a person on the submission: what an echo repeats is not the last one any more. */
const actAgain = (draft: State, slot: Slot): void => {
  if (draft.echo?.slot === slot) draft.echo.isLastAct = false
}

/** A person acts: once; with the answer lost, so that they will repeat it; or with the request doubled. */
const actSteps = (
  model: Model,
  state: State,
  person: PersonIndex,
  slot: Slot,
  type: UserEventType,
): Step[] => {
  if (!hasRoom(state, type)) return []
  const decided: Decided = []
  const before = state.submissions[slot]?.status ?? 'UNKNOWN'
  const done = inCopy(state, draft => {
    draft.submissions[slot] ??= { ...blank }
    const isGranted = decide(model, draft, slot, eventOf(model, person, type), decided)
    if (isGranted) actAgain(draft, slot)
    return isGranted
  })
  if (!done) return []
  const after = done.submissions[slot]!.status
  const step = (name: Step['name'], draft: State, more = ''): Step => {
    const to = forget(draft)
    return { name, decided, to, words: () => wordsOf(model, person, type, slot, to, more) }
  }
  // The second copy of an upload finds the submission that the first has made, which has its id.
  if (state.echo || type === 'UPLOAD_REQUESTED') return [step('act', done)]
  const echo: Echo = {
    person,
    slot,
    type,
    expected: namesStatus.includes(type) ? after : undefined,
    // An act that kept the status never counts as repeated.
    isLastAct: before !== after,
  }
  const echoed = (spent: Partial<State['left']>): State => ({
    ...copyOf(done),
    echo: { ...echo },
    left: { ...done.left, ...spent },
  })
  const { lostAnswers, doubled } = state.left
  const lost = lostAnswers > 0 ? [echoed({ lostAnswers: lostAnswers - 1 })] : []
  const twice = doubled > 0 ? [echoed({ doubled: doubled - 1 })] : []
  return [
    step('act', done),
    ...lost.map(draft => step('actAndLoseAnswer', draft, ', the answer is lost')),
    ...twice.map(draft => step('actTwice', draft, ', the request is doubled')),
  ]
}

/** The second copy of a request arrives, or is lost. */
const echoSteps = (model: Model, state: State): Step[] => {
  const { echo } = state
  if (!echo) return []
  const { person, type, expected, isLastAct } = echo
  const lost = forget({ ...copyOf(state), echo: undefined })
  const decided: Decided = []
  const isNew = type === 'NIL_RETURN_CREATED'
  // A nil return that is there and that the same person has made is found by its repetition.
  const isFound = isNew && isLastAct && latestSlot(state) === echo.slot
  const slot = isNew ? state.submissions.indexOf(undefined) : echo.slot
  const received =
    isFound || slot === -1 || !hasRoom(state, type)
      ? undefined
      : inCopy(state, draft => {
          draft.echo = undefined
          draft.submissions[slot] ??= { ...blank }
          const event = eventOf(model, person, type as UserEventType)
          return decide(model, draft, slot, event, decided, { expected, isDone: isLastAct })
        })
  const to = received && forget(received)
  return [
    {
      name: 'loseEcho',
      to: lost,
      decided: [],
      words: () => `The second copy of the request (${type}) changes nothing`,
    },
    ...(to
      ? [
          {
            name: 'receiveEcho' as const,
            to,
            decided,
            words: () =>
              wordsOf(model, person, type as UserEventType, slot, to, ', the second copy of the request'),
          },
        ]
      : []),
  ]
}

/** The provider returns the signed form. */
const formSteps = (model: Model, state: State, slot: Slot): Step[] => {
  const submission = state.submissions[slot]
  if (!submission || submission.isFormReturned) return []
  const facts = factsOf(model, state, submission)
  return model.bounds.people.flatMap((person): Step[] => {
    if (signedFormRefusal(person, submission.status, facts)) return []
    const to = copyOf(state)
    to.submissions[slot]!.isFormReturned = true
    const words = () => `${person.name}: returns the signed form (${submissionWords(slot)})`
    return [{ name: 'returnForm', to, decided: [], words }]
  })
}

/** What people can do, and what becomes of their requests. */
export const peopleSteps = (model: Model, state: State): Step[] => {
  const free = state.submissions.indexOf(undefined)
  const persons = model.bounds.people.keys()
  const acts = [...persons].flatMap(person => [
    ...(free === -1 ? [] : beginning.flatMap(type => actSteps(model, state, person, free, type))),
    ...state.submissions.flatMap((one, slot) =>
      one ? onSubmission.flatMap(type => actSteps(model, state, person, slot, type)) : [],
    ),
  ])
  return [
    ...acts,
    ...echoSteps(model, state),
    ...state.submissions.flatMap((_, slot) => formSteps(model, state, slot)),
  ]
}
