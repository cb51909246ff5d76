import type { StatusName } from '../../domain/status.ts'
import { useViewer } from '../../hooks/index.ts'
import { type Facts, standingOf } from '../../machines/submission-lifecycle/index.ts'
import { Progress, type ProgressProps } from './Progress.tsx'

export interface CollectionStandingProps extends Omit<ProgressProps, 'standing'> {
  status: StatusName
  facts: Facts
}

/** Progress of the latest file and who acts next. A file of its own: it speaks the words of the lifecycle, which come after the first load. */
export function CollectionStanding({ status, facts, ...progress }: CollectionStandingProps) {
  const { principal } = useViewer()
  return <Progress {...progress} standing={standingOf(status, facts, principal)} />
}
