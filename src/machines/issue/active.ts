import { issueTagsOf } from '../../domain/issue.ts'
import { all, atRest, bySystem, heard, issueSetup, said } from './setup.ts'

const discussion = issueSetup.createStateConfig({
  description: 'Provider, agency and regulator write to each other.',
  initial: 'open',
  on: {
    COMMENT: [
      {
        target: '.awaitingProvider',
        guard: all('mayComment', 'isNotArchived', 'asksProvider'),
        actions: said,
      },
      { target: '.awaitingAgency', guard: all('mayComment', 'isNotArchived', 'asksAgency'), actions: said },
      {
        target: '.awaitingStatutoryCustomer',
        guard: all('mayComment', 'isNotArchived', 'asksStatutoryCustomer'),
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
        guard: all('mayDecide', 'isNotArchived', 'isKnownIssue'),
        actions: said,
      },
      { target: '#issue.closed.dataCorrected', guard: all('mayDecide', 'isNotArchived'), actions: said },
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
          guard: all('mayComment', 'isNotArchived', 'isByProvider', 'asksNobody'),
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
          guard: all('mayComment', 'isNotArchived', 'isByAgency', 'asksNobody'),
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
          guard: all('mayComment', 'isNotArchived', 'isByStatutoryCustomer', 'asksNobody'),
          actions: said,
        },
      },
    },
    overrideDeclined: {
      tags: issueTagsOf('OVERRIDE_DECLINED'),
      description: 'The tolerance stays as it is; the provider mends its data, or explains better.',
    },
  },
})

/** From the register's answer until the issue is settled. */
export const active = issueSetup.createStateConfig({
  description: 'Counted as an open issue of the provider.',
  initial: 'discussion',
  on: {
    COMMENT: {
      guard: all('mayComment', 'isNotArchived'),
      actions: said,
      description:
        'A remark that asks nobody leaves it where it is; an override that is asked for stays asked for, whoever is to answer.',
    },
    WITHDRAW: {
      target: '#issue.closed.withdrawn',
      guard: all('mayAnswer', 'isNotArchived'),
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
      description: 'Results of another file are inside tolerance: the data were mended.',
    },
    // Who is asked stays asked: the tracker does not say for whom its writer speaks.
    TRACKER_COMMENTED: heard,
  },
  states: {
    discussion,
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
          guard: all('mayDecide', 'isNotArchived'),
          actions: said,
        },
      },
    },
  },
})
