import type { Problem } from '../../../domain/problem.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

export interface UnansweredProps {
  title: string
  problem: Problem
  onRetry: () => void
}

/** What was asked for at intervals is refused: nothing is asked any more unless the reader wants it. */
export function Unanswered({ title, problem, onRetry }: UnansweredProps) {
  const t = useMessages('common')
  return (
    <ActionFailure title={title} problem={problem}>
      <Button size="small" icon="refresh" onPress={onRetry}>
        {t('tryAgain')}
      </Button>
    </ActionFailure>
  )
}
