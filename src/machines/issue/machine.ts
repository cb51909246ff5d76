import { and, assign, setup } from 'xstate'
import { type IssueTag, issueTagsOf } from '../../domain/issue.ts'
import { type IssueGuardName, issueGuardImplementations } from './guards.ts'
import type { IssueEvent, IssueFacts } from './types.ts'

/** Every named guard has to hold. */
const all = (...names: [IssueGuardName, ...IssueGuardName[]]) => and(names)
const bySystem = 'isSystem' satisfies IssueGuardName

/** What people say is kept, and those who are to know of it are told. */
const said = ['keepText', 'notify'] as const

/** Not for an override that was granted: its tolerance would outlive it. */
const reopened = {
  target: '#issue.active',
  guard: all('mayDecide', 'isCollectionOpen'),
  actions: said,
} as const

/** What is written in the tracker belongs to the discussion, whatever has become of the issue. */
const heard = { guard: bySystem, actions: said } as const

/** The tracker opens again what a person could: not an override that was granted, which somebody has to take back. */
const reopenedInTracker = {
  target: '#issue.active',
  guard: all(bySystem, 'isCollectionOpen'),
  actions: 'notify',
} as const

/** What changes the provider's tolerance: never under processing, whose results would be of the old one, nor after a sign-off. */
const atRest = ['isCollectionOpen', 'isNotProcessing', 'isNotSignedOff'] as const

/**
 * The life of one issue (specification 2 §4.6, decisions §11): the chart that the server enforces, the browser asks and
 * the tests walk. Pure: no invoke, no delay, no clock. Leaf names are the names of the statuses in camel case
 * (`state.ts`). Effects are named; the server applies them in the deciding transaction.
 */
export const issueMachine = setup({
  types: {
    context: {} as IssueFacts,
    events: {} as IssueEvent,
    input: {} as IssueFacts,
    tags: {} as IssueTag,
  },
  guards: issueGuardImplementations,
  actions: {
    /** Enters the issue in the register, which reports CREATED or CREATION_FAILED. */
    register: () => {},
    /** Keeps the text with its writer, for everybody who reads the discussion. */
    keepText: () => {},
    /** Tells the other parties (`domain/notice.ts`). */
    notify: () => {},
    /** Writes the tolerance asked for as the provider's own in this collection, and decides the latest results again. */
    grantOverride: () => {},
    /** Takes the provider's own tolerance back, and decides the latest results again. */
    revokeOverride: () => {},
    noteExplained: assign({ isExplained: true }),
    /** Whoever gets it has not begun. */
    noteAssignee: assign(({ context, event }) => ({
      assigneeId: event.type === 'ASSIGN' ? event.assigneeId : context.assigneeId,
      isInWork: false,
    })),
    /** Who begins is who has it. */
    noteWork: assign(({ event }) => ({
      assigneeId: event.actor.kind === 'user' ? event.actor.userId : undefined,
      isInWork: true,
    })),
    noteWorkEnded: assign({ isInWork: false }),
    noteRequester: assign({
      requesterId: ({ event }) => (event.actor.kind === 'user' ? event.actor.userId : undefined),
    }),
  },
}).createMachine({
  id: 'issue',
  description:
    'One rule or report of a provider in a collection, talked about by provider, agency and regulator until it is settled.',
  context: ({ input }) => input,
  initial: 'none',
  options: { maxIterations: 1000 },
  states: {
    none: {
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
    },
    creating: {
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
    },
    active: {
      description: 'Counted as an open issue of the provider.',
      initial: 'discussion',
      on: {
        COMMENT: {
          guard: 'mayComment',
          actions: said,
          description:
            'A remark that asks nobody leaves it where it is; an override that is asked for stays asked for, whoever is to answer.',
        },
        WITHDRAW: {
          target: '#issue.closed.withdrawn',
          guard: 'mayAnswer',
          actions: said,
          description: 'The provider takes the issue back, with an override that it may have asked for.',
        },
        ASSIGN: {
          guard: all('mayAnswer', 'isCollectionOpen'),
          actions: 'noteAssignee',
          description: 'To a colleague of the provider, or to nobody; the work of the former one ends.',
        },
        RESULTS_INSIDE: {
          target: '#issue.closed.dataCorrected',
          guard: bySystem,
          description: 'Results of a later upload are inside tolerance: the data were mended.',
        },
        // Who is asked stays asked: the tracker does not say for whom its writer speaks.
        TRACKER_COMMENTED: heard,
      },
      states: {
        discussion: {
          description: 'Provider, agency and regulator write to each other.',
          initial: 'open',
          on: {
            COMMENT: [
              { target: '.awaitingProvider', guard: all('mayComment', 'asksProvider'), actions: said },
              { target: '.awaitingAgency', guard: all('mayComment', 'asksAgency'), actions: said },
              {
                target: '.awaitingStatutoryCustomer',
                guard: all('mayComment', 'asksStatutoryCustomer'),
                actions: said,
              },
            ],
            EXPLAIN: {
              target: '.awaitingAgency',
              guard: all('mayAnswer', 'isCollectionOpen'),
              actions: ['noteExplained', 'noteWorkEnded', ...said],
              description: 'An explanation is for the agency to read next.',
            },
            START_WORK: {
              guard: all('mayAnswer', 'isCollectionOpen', 'isNotInWork'),
              actions: 'noteWork',
              description: 'Tells colleagues, agency and regulator that somebody is at it.',
            },
            REQUEST_OVERRIDE: {
              target: 'overrideRequested',
              guard: all('mayAnswer', 'isCollectionOpen', 'isRule', 'isOutside'),
              actions: ['noteRequester', 'noteWorkEnded', ...said],
              description: 'Only a rule that is outside has a tolerance that stands in the way.',
            },
            CLOSE: [
              {
                target: '#issue.closed.knownIssue',
                guard: all('mayDecide', 'isKnownIssue'),
                actions: said,
              },
              { target: '#issue.closed.dataCorrected', guard: 'mayDecide', actions: said },
            ],
            // The tracker is the register: what is settled there is settled, but for an override that is asked for.
            TRACKER_RESOLVED: [
              {
                target: '#issue.closed.knownIssue',
                guard: all(bySystem, 'isKnownIssue'),
                actions: 'notify',
              },
              { target: '#issue.closed.dataCorrected', guard: bySystem, actions: 'notify' },
            ],
          },
          states: {
            open: {
              tags: issueTagsOf('OPEN'),
              description: 'Nobody in particular is asked.',
            },
            awaitingProvider: {
              tags: issueTagsOf('AWAITING_PROVIDER'),
              description: 'The provider is asked to answer.',
              on: {
                COMMENT: {
                  target: 'open',
                  guard: all('mayComment', 'isByProvider', 'asksNobody'),
                  actions: said,
                },
              },
            },
            awaitingAgency: {
              tags: issueTagsOf('AWAITING_AGENCY'),
              description: 'The agency is asked to answer.',
              on: {
                COMMENT: {
                  target: 'open',
                  guard: all('mayComment', 'isByAgency', 'asksNobody'),
                  actions: said,
                },
              },
            },
            awaitingStatutoryCustomer: {
              tags: issueTagsOf('AWAITING_STATUTORY_CUSTOMER'),
              description: 'The regulator that the rule names is asked to answer.',
              on: {
                COMMENT: {
                  target: 'open',
                  guard: all('mayComment', 'isByStatutoryCustomer', 'asksNobody'),
                  actions: said,
                },
              },
            },
            overrideDeclined: {
              tags: issueTagsOf('OVERRIDE_DECLINED'),
              description: 'The tolerance stays as it is; the provider mends its data, or explains better.',
            },
          },
        },
        overrideRequested: {
          tags: issueTagsOf('OVERRIDE_REQUESTED'),
          description: 'The provider asks for a tolerance of its own in this collection.',
          on: {
            EXPLAIN: { guard: all('mayAnswer', 'isCollectionOpen'), actions: ['noteExplained', ...said] },
            APPROVE_OVERRIDE: {
              target: '#issue.closed.overrideGranted',
              guard: all('mayDecide', 'isSecondPerson', ...atRest),
              actions: ['grantOverride', ...said],
              description:
                'isSecondPerson: who works for a provider and its regulator would grant what they asked for.',
            },
            DECLINE_OVERRIDE: {
              target: 'discussion.overrideDeclined',
              guard: 'mayDecide',
              actions: said,
            },
          },
        },
      },
    },
    closed: {
      description: 'Settled; the name of the state is the resolution.',
      entry: 'noteWorkEnded',
      initial: 'withdrawn',
      on: { TRACKER_COMMENTED: heard },
      states: {
        overrideGranted: {
          tags: issueTagsOf('OVERRIDE_GRANTED'),
          description: 'Genuine: the provider has a tolerance of its own.',
          on: {
            REOPEN: {
              target: '#issue.active',
              guard: all('mayDecide', ...atRest),
              actions: ['revokeOverride', ...said],
              description: 'Whoever opens it again takes back what was granted.',
            },
            RESULTS_OUTSIDE: {
              target: '#issue.active',
              guard: bySystem,
              description:
                'Outside the tolerance that was granted as well, so that there is more to explain.',
            },
          },
        },
        dataCorrected: {
          tags: issueTagsOf('DATA_CORRECTED'),
          description: 'The data were mended.',
          on: {
            REOPEN: reopened,
            TRACKER_REOPENED: reopenedInTracker,
            RESULTS_OUTSIDE: {
              target: '#issue.active',
              guard: bySystem,
              description: 'A later upload fails again.',
            },
          },
        },
        knownIssue: {
          tags: issueTagsOf('KNOWN_ISSUE'),
          description: 'The agency knows of it and lets it stand.',
          on: { REOPEN: reopened, TRACKER_REOPENED: reopenedInTracker },
        },
        withdrawn: {
          tags: issueTagsOf('WITHDRAWN'),
          description: 'The provider has taken it back.',
          on: { REOPEN: reopened, TRACKER_REOPENED: reopenedInTracker },
        },
      },
    },
  },
})

export type IssueMachine = typeof issueMachine
