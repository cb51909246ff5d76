import { initialTransition, transition } from 'xstate'
import { problem } from '../../domain/problem.ts'
import {
  type PseudonymisationPageContext,
  pseudonymisationPageMachine,
} from '../../machines/pseudonymisation-page/index.ts'
import {
  firstQuestion,
  listedNew,
  listedOther,
  listedPending,
  listFetched,
} from '../charts/pseudonymisationPage.ts'
import { emits, failedBy, type Net, type Outcome, type Question, sends, starts, theParent } from './net.ts'

/*
 * The rows of Data Pseudonymisation (specification 1 §2: a provider's latest submission, and its earlier ones; §4: what the button
 * of each says). Written apart from the chart: a submission has one row, from when it is first listed for as long as the page
 * lives; whatever the list says later, its row hears, and which of it is news the row decides.
 */

type State = 'following'
type Facts = PseudonymisationPageContext
type Decided = Outcome<Facts, State>

const stays = (facts: Facts, ...effects: string[]): Decided => ({ state: 'following', facts, effects })

const decided = ({ facts, event }: Question<Facts, State>): Decided | undefined => {
  if (event.type === 'ADDRESS_GIVEN')
    return stays(facts, emits({ type: 'pseudonymisation.fetched', url: event.url }))
  if (event.type === 'xstate.error.actor.list')
    return stays(facts, emits({ type: 'pseudonymisation.fault', error: event.error }))
  if (event.type !== 'RESOURCE_UPDATED') return undefined
  const listed = (event as ReturnType<typeof listFetched>).data.results.flatMap(({ submissions }) =>
    submissions.map(({ uuid, dpsFileStatus: status, version }) => ({ uuid, status, version })),
  )
  const heard = listed
    .filter(({ uuid }) => facts.rows.includes(uuid))
    .map(({ uuid, status, version }) => sends(uuid, { type: 'STATUS', status, version }))
  const begun = listed.filter(({ uuid }) => !facts.rows.includes(uuid))
  return stays(
    { ...facts, rows: [...facts.rows, ...begun.map(({ uuid }) => uuid)] },
    ...heard,
    ...begun.map(submission => starts(submission.uuid, { ...submission, parent: theParent })),
  )
}

const opened = { question: firstQuestion, spread: 0.5 }

/** The rows of both submissions, as they run beside the page. */
const [{ children }] = transition(
  pseudonymisationPageMachine,
  initialTransition(pseudonymisationPageMachine, opened)[0],
  listFetched(listedNew, listedOther),
)

export const pseudonymisationPageNet: Net<Facts, State> = {
  machine: pseudonymisationPageMachine,
  states: ['following'],
  factsIn: () => [[], ['first'], ['second'], ['first', 'second']].map(rows => ({ ...opened, rows })),
  events: [
    listFetched(),
    listFetched(listedNew),
    listFetched(listedPending),
    listFetched(listedOther),
    listFetched(listedPending, listedOther),
    listFetched(listedOther, listedNew),
    failedBy('list', new Error('It has crashed.')),
    { type: 'RESOURCE_FAILED', problem: problem('network', 'No answer.') },
    { type: 'ADDRESS_GIVEN', url: 'https://store/file' },
  ],
  decided,
  tags: { following: [] },
  children: () => ({ list: children.list!, first: children.first!, second: children.second! }),
  starts: [
    {
      input: opened,
      outcome: stays(
        { ...opened, rows: [] },
        starts('list', { parent: theParent, params: firstQuestion, spread: 0.5 }),
      ),
    },
  ],
}
