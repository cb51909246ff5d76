import { picking } from './picking.ts'
import { sending } from './sending.ts'
import { nothingChosen, uploadSetup } from './setup.ts'

/**
 * A chart, because the check, the transfer and the server's report of either can each end first. One file, from its choice to
 * the store (specification 2 §2.7, §4.7, §5): checked in the browser, sent with a signed post; the server is informed of every
 * end.
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  description: 'One file from the choice to the store.',
  context: ({ input }) => ({ ...input, ...nothingChosen, submissionId: undefined, post: undefined }),
  initial: 'picking',
  options: { maxIterations: 1000 },
  on: {
    FACTS_CHANGED: { actions: { type: 'keepFacts', params: ({ event }) => event.facts } },
  },
  states: {
    picking,
    sending,
    failed: {
      description: 'The file could not be sent; the reason is shown.',
      tags: ['ended'],
      on: {
        RETRY: {
          guard: 'isAllowed',
          target: 'sending',
          actions: { type: 'nameSubmissionIfNew', params: ({ event }) => event.submissionId },
          description:
            'A submission that the server has ended, or refused, takes no file any more: a retry is another one. One that it may know goes on, or there would be two.',
        },
        FILE_STORED: [
          {
            guard: { type: 'isThisUpload', params: ({ event }) => event },
            target: 'done',
            actions: 'forgetProblem',
            description: 'The store has the file; only its answer was lost.',
          },
          {
            guard: { type: 'isOvertaken', params: ({ event }) => event },
            actions: ['keepOvertaken', 'forgetSubmission'],
            description:
              'Another tab has sent another file under the same id: a retry is another submission.',
          },
        ],
      },
    },
    cancelled: {
      description: 'The user has cancelled the upload.',
      tags: ['ended'],
      on: {
        RETRY: {
          guard: 'isAllowed',
          target: 'sending',
          actions: { type: 'nameSubmissionIfNew', params: ({ event }) => event.submissionId },
        },
      },
    },
    done: {
      description: 'The store has the whole file; the checks of the server follow.',
      tags: ['ended'],
      entry: 'tellStored',
    },
  },
})

export type UploadMachine = typeof uploadMachine
