import { emit, enqueueActions, setup } from 'xstate'
import type { DpsList, listDpsSubmissions } from '../../domain/wire/pseudonymisation.ts'
import { pseudonymisationRowMachine } from '../pseudonymisation-row/index.ts'
import { type ResourceRequest, resourceMachine } from '../resource/index.ts'
import { thrown } from '../support/fault.ts'
import type {
  ListedSubmission,
  PseudonymisationPageContext,
  PseudonymisationPageEmitted,
  PseudonymisationPageEvent,
  PseudonymisationPageInput,
} from './types.ts'

const listMachine = resourceMachine<DpsList, ResourceRequest<typeof listDpsSubmissions>>('list')

const listedIn = ({ event }: { event: { data: DpsList } }): readonly ListedSubmission[] =>
  event.data.results.flatMap(({ submissions }) =>
    submissions.map(({ uuid, dpsFileStatus: status, version }) => ({ uuid, status, version })),
  )

/**
 * A chart, because a row outlives its place in the list: a request must end as it began, although a search or another page of
 * the list hides its row. Runs the list of the page Data Pseudonymisation, and one row for each submission that it has shown
 * (specification 1 §2). A row starts before its list is drawn: without its actor it has no button. Provide `list` and `row`.
 */
export const pseudonymisationPageMachine = setup({
  types: {
    context: {} as PseudonymisationPageContext,
    input: {} as PseudonymisationPageInput,
    events: {} as PseudonymisationPageEvent,
    emitted: {} as PseudonymisationPageEmitted,
  },
  actors: {
    list: listMachine,
    row: pseudonymisationRowMachine,
  },
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
    reportFault: emit((_, error: unknown) => ({ type: 'pseudonymisation.fault' as const, error })),
    giveAddress: emit((_, url: string) => ({ type: 'pseudonymisation.fetched' as const, url })),
  },
}).createMachine({
  id: 'pseudonymisationPage',
  description: 'The list of the page Data Pseudonymisation and its rows, in sight or not.',
  context: ({ input }) => ({ ...input, rows: [] }),
  initial: 'following',
  options: { maxIterations: 1000 },
  states: {
    following: {
      description: 'Every submission that was listed has its row, which hears what the list says of it.',
      invoke: {
        id: 'list',
        src: 'list',
        input: ({ context: { question, spread }, self }) => ({ parent: self, params: question, spread }),
        onError: { actions: { type: 'reportFault', params: thrown } },
      },
      on: {
        RESOURCE_UPDATED: { actions: { type: 'keepRows', params: listedIn } },
        ADDRESS_GIVEN: { actions: { type: 'giveAddress', params: ({ event }) => event.url } },
      },
    },
  },
})

export type PseudonymisationPageMachine = typeof pseudonymisationPageMachine
export type ListMachine = typeof listMachine
