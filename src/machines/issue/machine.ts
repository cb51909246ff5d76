import { issueTagsOf } from '../../domain/issue.ts'
import { active } from './active.ts'
import { closed } from './closed.ts'
import { all, bySystem, issueSetup, said } from './setup.ts'

const none = issueSetup.createStateConfig({
  tags: issueTagsOf('NONE'),
  description: 'Nobody has raised an issue of this rule or report for this regulator.',
  on: {
    RAISE: {
      target: 'creating',
      guard: all('mayRaise', 'allowsIssues', 'isCollectionOpen', 'isLatest'),
      actions: 'notify',
      description:
        'Only from the latest submission: an issue of an older one would be about figures that nobody submits.',
    },
    SUBMITTED: {
      target: 'creating',
      guard: all(bySystem, 'leavesItToSystem', 'isLatest', 'isOutside'),
      description:
        'Where people raise no issues, the system does when they submit for approval: of all that is outside tolerance.',
    },
  },
})

const creating = issueSetup.createStateConfig({
  description: 'The register has been asked to take the issue in.',
  initial: 'pending',
  states: {
    pending: {
      tags: issueTagsOf('PENDING'),
      description: 'Shown as "In Progress" until the register has answered.',
      entry: 'register',
      on: {
        EXPLAIN: {
          guard: all('mayAnswer', 'isCollectionOpen'),
          actions: ['noteExplained', ...said],
          description: 'Raised together with its explanation, which does not wait for the register.',
        },
        ASSIGN: { guard: all('mayAnswer', 'isCollectionOpen'), actions: 'noteAssignee' },
        CREATED: [
          {
            target: '#issue.active.discussion.awaitingAgency',
            guard: all(bySystem, 'isExplained'),
            description: 'What was explained meanwhile is for the agency to read next.',
          },
          { target: '#issue.active', guard: bySystem },
        ],
        CREATION_FAILED: { target: 'failed', guard: bySystem },
      },
    },
    failed: {
      tags: issueTagsOf('FAILED'),
      description: 'The register did not take it in. Nothing is lost: it may be tried again.',
      on: {
        RETRY: { target: 'pending', guard: all('mayRaise', 'isCollectionOpen') },
      },
    },
  },
})

/**
 * A chart, because the server enforces the life of one issue by it (specification 2 §4.6, decisions §11). Pure: no invoke, no
 * delay, no clock. Leaf names are the names of the statuses in camel case (`state.ts`). Effects are named; the server applies
 * them in the deciding transaction.
 */
export const issueMachine = issueSetup.createMachine({
  id: 'issue',
  description:
    'One rule or report of a provider in a collection, talked about by provider, agency and regulator until it is settled.',
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none,
    creating,
    active,
    closed,
  },
})

export type IssueMachine = typeof issueMachine
