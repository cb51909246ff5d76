import type { JobEffect, JobEvent, JobFacts, JobPlace } from '../machines/job/index.ts'

/*
 * What was decided about jobs (specification 1 §3 "Job status enumeration", decisions §10 "Jobs"), written a second time from
 * there and apart from the chart.
 */

interface Decided {
  place: JobPlace
  effects: JobEffect[]
}

/** "/iris-reprocessing: agency roles non-pii-edit, pii-edit, special-category-edit, admin; statutory role analyst." */
const irisRoles: Readonly<Record<string, readonly string[]>> = {
  agency: ['non-pii-edit', 'pii-edit', 'special-category-edit', 'admin'],
  statutory_customer: ['analyst'],
  provider: [],
}

/** "Management pages: every agency user may look; changes need admin"; the roles of IRIS as its page (1 §6). */
export const mayRunJobs = ({ actor }: JobEvent, { kind }: Pick<JobFacts, 'kind'>): boolean => {
  if (actor.kind !== 'user') return false
  if (kind === 'IRIS') return actor.roles.some(role => irisRoles[actor.organisationType]?.includes(role))
  if (actor.organisationType !== 'agency') return false
  // "except tolerances, metadata and specifications (admin, analyst)": what one of those would change, too.
  return actor.roles.includes('admin') || (kind === 'IMPACT' && actor.roles.includes('analyst'))
}

const isSystem = ({ actor }: JobEvent): boolean => actor.kind === 'system'

/**
 * "A job survives a restart, treats no item twice, keeps refusals by row, can be cancelled." New until the first process takes
 * it; over with its last row: Completed, or Completed with errors where any row was refused; Failed where the system cannot go
 * on. Two jobs of one collection at once would treat its providers twice. What was decided before an end stands.
 */
export const jobDecided = (place: JobPlace, facts: JobFacts, event: JobEvent): Decided | undefined => {
  const isUnderWay = place === 'NEW' || place === 'IN_PROGRESS'
  switch (event.type) {
    case 'REQUEST':
      return place === 'NONE' && mayRunJobs(event, facts) && facts.waiting > 0 && facts.others === 0
        ? { place: 'NEW', effects: ['enqueueJob'] }
        : undefined
    case 'START':
      return place === 'NEW' && isSystem(event) ? { place: 'IN_PROGRESS', effects: [] } : undefined
    case 'ROW_SETTLED': {
      if (place !== 'IN_PROGRESS' || !isSystem(event)) return undefined
      const effects: JobEffect[] = ['keepRow']
      if (facts.waiting > 1) return { place, effects }
      const isClean = facts.refused === 0 && event.outcome === 'DONE'
      return { place: isClean ? 'COMPLETED' : 'COMPLETED_WITH_ERRORS', effects }
    }
    case 'CANCEL':
      return isUnderWay && mayRunJobs(event, facts)
        ? { place: 'CANCELLED', effects: ['leaveRows'] }
        : undefined
    case 'GIVE_UP':
      return isUnderWay && isSystem(event) ? { place: 'FAILED', effects: ['leaveRows'] } : undefined
  }
}
