import { systemPrincipal } from '../../src/domain/principal.ts'
import type { LifecycleEvent, Stage } from '../../src/machines/submission-lifecycle/index.ts'
import { message } from '../../src/messages/message.ts'
import { PermanentFault, type StageOutcome } from './stageRunner.ts'

const ends: { [S in Stage]: { [Outcome in StageOutcome<S>]: `${S}_${Outcome}` } } = {
  PROVISIONING: { PASSED: 'PROVISIONING_PASSED' },
  SCHEMA_CHECK: { PASSED: 'SCHEMA_CHECK_PASSED', FAILED: 'SCHEMA_CHECK_FAILED' },
  RIGHT_TO_PROCESS: { PASSED: 'RIGHT_TO_PROCESS_PASSED', FAILED: 'RIGHT_TO_PROCESS_FAILED' },
  ENRICHMENT: { PASSED: 'ENRICHMENT_PASSED' },
  QUALITY_RULES: { PASSED: 'QUALITY_RULES_PASSED' },
  CREDIBILITY: { PASSED: 'CREDIBILITY_PASSED' },
  COLLECTION_REPORTS: { PASSED: 'COLLECTION_REPORTS_PASSED' },
  HISTORY: { PASSED: 'HISTORY_PASSED' },
}

/**
 * The chart's event of a stage's end. Throws on an end that the stage does not have: a file that a stage found at fault must
 * never count as one that passed.
 */
export const endOf = (stage: Stage, outcome: StageOutcome): LifecycleEvent => {
  const endsOfStage: { PASSED: `${Stage}_PASSED`; FAILED?: `${'SCHEMA_CHECK' | 'RIGHT_TO_PROCESS'}_FAILED` } =
    ends[stage]
  const type = endsOfStage[outcome]
  if (!type) throw new PermanentFault(message('server', 'fault.wrongEnd', { stage, outcome }))
  return { type, actor: systemPrincipal }
}
