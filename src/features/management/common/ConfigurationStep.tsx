import type { Problem } from '../../../domain/problem.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Card, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { CarriedChanges } from './CarriedChanges.tsx'
import { useContentUse } from './contentUse.tsx'
import { SourceChoice } from './SourceChoice.tsx'
import type { StartFrom } from './useStartFrom.ts'

export interface ConfigurationStepProps {
  start: StartFrom
  onApply: () => void
  isApplying: boolean
  problem: Problem | undefined
  /** Why the reader cannot apply it. */
  disabledReason?: string | undefined
}

/** Where the rules of a new specification take their tolerances and texts from (specification 1 §2, decisions §18). */
export function ConfigurationStep(props: ConfigurationStepProps) {
  const { start, onApply, isApplying, problem, disabledReason } = props
  const t = useMessages('management.specifications')
  const { undecided } = start
  const openReason =
    undecided === undefined
      ? t('configuration.changesLoading')
      : undecided > 0
        ? t('configuration.undecided', { count: undecided })
        : undefined
  return (
    <Stack gap={4}>
      <Card hint={t('configuration.hint')} title={t('configuration.title')}>
        <Stack gap={4}>
          <ActionFailure title={t('configuration.failed')} problem={problem} />
          <SourceChoice start={start} use={useContentUse()} />
          <div>
            <Button
              variant="primary"
              onPress={onApply}
              isPending={isApplying}
              disabledReason={disabledReason ?? openReason}
            >
              {t('configuration.apply')}
            </Button>
          </div>
        </Stack>
      </Card>
      <CarriedChanges start={start} />
    </Stack>
  )
}
