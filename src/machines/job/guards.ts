import { jobPermission } from '../../domain/job.ts'
import type { RowJobKind } from '../../domain/jobPlace.ts'
import { may } from '../../domain/principal.ts'
import { product } from '../../domain/product.ts'
import { message } from '../../messages/message.ts'
import { type Guard, implementationsOf } from '../support/guard.ts'
import type { JobEvent, JobFacts } from './types.ts'

export type JobGuard = Guard<JobFacts, JobEvent>

const failsToRun = (kind: RowJobKind) =>
  kind === 'IRIS' ? 'mayRun.failsOutputs' : kind === 'IMPACT' ? 'mayRun.failsImpact' : 'mayRun.fails'

const guardTable = {
  mayRun: {
    kind: 'right',
    test: ({ kind }, event) => may(event.actor, jobPermission[kind]),
    holds: message('job', 'mayRun.holds'),
    fails: ({ kind }) => message('job', failsToRun(kind), { product: product.name }),
  },
  isSystem: {
    kind: 'right',
    test: (_, event) => event.actor.kind === 'system',
    holds: message('job', 'isSystem.holds'),
    fails: message('job', 'isSystem.fails'),
  },
  hasRows: {
    kind: 'condition',
    test: ({ waiting }) => waiting > 0,
    holds: message('job', 'hasRows.holds'),
    fails: message('job', 'hasRows.fails'),
  },
  isAlone: {
    kind: 'condition',
    test: ({ others }) => others === 0,
    holds: message('job', 'isAlone.holds'),
    fails: message('job', 'isAlone.fails'),
  },
  isLastRow: {
    kind: 'route',
    test: ({ waiting }) => waiting <= 1,
    holds: message('job', 'isLastRow.holds'),
    fails: message('job', 'isLastRow.fails'),
  },
  isWithoutRefusal: {
    kind: 'route',
    test: ({ refused }, event) => refused === 0 && event.type === 'ROW_SETTLED' && event.outcome === 'DONE',
    holds: message('job', 'isWithoutRefusal.holds'),
    fails: message('job', 'isWithoutRefusal.fails'),
  },
} as const satisfies Record<string, JobGuard>

export type JobGuardName = keyof typeof guardTable

/** The guards of a job by name, each with the messages that explain it. */
export const jobGuards: Record<JobGuardName, JobGuard> = guardTable

/** Implementations for the chart: the same tests under the same names. */
export const jobGuardImplementations = implementationsOf(jobGuards)
