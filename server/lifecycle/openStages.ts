import type { StatusName } from '../../src/domain/status.ts'
import { type Facts, lifecycleAt, type Stage, stages } from '../../src/machines/submission-lifecycle/index.ts'

/** Stages that the chart waits for at a status: those that may start or end there, whatever its guards say. */
export const openStages = (status: StatusName, facts: Facts): Stage[] => {
  const { _nodes: nodes } = lifecycleAt(status, facts)
  return stages.filter(stage =>
    [`${stage}_STARTED`, `${stage}_PASSED`].some(type => nodes.some(node => node.transitions.has(type))),
  )
}
