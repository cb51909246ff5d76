import type { StatusName } from '../../src/domain/status.ts'
import { expects, type Stage, stages } from '../../src/machines/submission-lifecycle/index.ts'

/** Stages that the chart waits for at a status: those that may start or end there, whatever its guards say. */
export const openStages = (status: StatusName): Stage[] =>
  stages.filter(stage => expects(status, `${stage}_STARTED`) || expects(status, `${stage}_PASSED`))
