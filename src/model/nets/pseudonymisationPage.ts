import { initialTransition, transition } from 'xstate'
import {
  type ListedSubmission,
  type PseudonymisationPageContext,
  pseudonymisationPageMachine,
} from '../../machines/pseudonymisation-page/index.ts'
import { listedNew, listedOther, listedPending } from '../charts/pseudonymisationPage.ts'
import { emits, type Net, type Outcome, type Question, sends, starts, theParent } from './net.ts'

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
  const listed = event.submissions as readonly ListedSubmission[]
  const heard = listed
    .filter(({ uuid }) => facts.rows.includes(uuid))
    .map(({ uuid, status, version }) => sends(uuid, { type: 'STATUS', status, version }))
  const begun = listed.filter(({ uuid }) => !facts.rows.includes(uuid))
  return stays(
    { rows: [...facts.rows, ...begun.map(({ uuid }) => uuid)] },
    ...heard,
    ...begun.map(submission => starts(submission.uuid, { ...submission, parent: theParent })),
  )
}

const lists = (...submissions: ListedSubmission[]) => ({ type: 'SUBMISSIONS_LISTED' as const, submissions })

/** The rows of both submissions, as they run beside the page. */
const [{ children }] = transition(
  pseudonymisationPageMachine,
  initialTransition(pseudonymisationPageMachine)[0],
  lists(listedNew, listedOther),
)

export const pseudonymisationPageNet: Net<Facts, State> = {
  machine: pseudonymisationPageMachine,
  states: ['following'],
  factsIn: () => [[], ['first'], ['second'], ['first', 'second']].map(rows => ({ rows })),
  events: [
    lists(),
    lists(listedNew),
    lists(listedPending),
    lists(listedOther),
    lists(listedPending, listedOther),
    lists(listedOther, listedNew),
    { type: 'ADDRESS_GIVEN', url: 'https://store/file' },
  ],
  decided,
  tags: { following: [] },
  children: () => ({ first: children.first!, second: children.second! }),
  starts: [{ input: undefined, outcome: stays({ rows: [] }) }],
}
