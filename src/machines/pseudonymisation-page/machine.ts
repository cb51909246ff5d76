import { emit, enqueueActions, setup } from 'xstate'
import { pseudonymisationRowMachine } from '../pseudonymisation-row/index.ts'
import type {
  ListedSubmission,
  PseudonymisationPageContext,
  PseudonymisationPageEmitted,
  PseudonymisationPageEvent,
} from './types.ts'

/**
 * A chart, because a row outlives its place in the list: a request must end as it began, although a search or another page of
 * the list hides its row. Runs one row for each submission that the page Data Pseudonymisation has shown (specification 1 §2).
 * Provide `row`.
 */
export const pseudonymisationPageMachine = setup({
  types: {
    context: {} as PseudonymisationPageContext,
    events: {} as PseudonymisationPageEvent,
    emitted: {} as PseudonymisationPageEmitted,
  },
  actors: { row: pseudonymisationRowMachine },
  actions: {
    keepRows: enqueueActions(({ context, enqueue, self }, submissions: readonly ListedSubmission[]) => {
      const isKnown = ({ uuid }: ListedSubmission) => context.rows.includes(uuid)
      const fresh = submissions.filter(submission => !isKnown(submission))
      for (const { uuid, status, version } of submissions.filter(isKnown))
        enqueue.sendTo(uuid, { type: 'STATUS', status, version })
      for (const submission of fresh)
        enqueue.spawnChild('row', { id: submission.uuid, input: { ...submission, parent: self } })
      enqueue.assign({ rows: [...context.rows, ...fresh.map(({ uuid }) => uuid)] })
    }),
    giveAddress: emit((_, url: string) => ({ type: 'pseudonymisation.fetched' as const, url })),
  },
}).createMachine({
  id: 'pseudonymisationPage',
  description: 'The rows of the page Data Pseudonymisation, in sight or not.',
  context: { rows: [] },
  initial: 'following',
  options: { maxIterations: 1000 },
  states: {
    following: {
      description: 'Every submission that was listed has its row, which hears what the list says of it.',
      on: {
        SUBMISSIONS_LISTED: { actions: { type: 'keepRows', params: ({ event }) => event.submissions } },
        ADDRESS_GIVEN: { actions: { type: 'giveAddress', params: ({ event }) => event.url } },
      },
    },
  },
})

export type PseudonymisationPageMachine = typeof pseudonymisationPageMachine
