import type { Problem } from '../../../domain/problem.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, Card, RadioChoice, Stack } from '../../../ui/index.ts'
import { ActionFailure } from '../../common/Loaded.tsx'

export interface ConfigurationStepProps {
  onApply: () => void
  isApplying: boolean
  problem: Problem | undefined
  /** Why the reader cannot apply it. */
  disabledReason?: string | undefined
}

/** Where the rules of a new specification take their tolerances from (specification 1 §2). */
export function ConfigurationStep({ onApply, isApplying, problem, disabledReason }: ConfigurationStepProps) {
  const t = useMessages('management.specifications')
  return (
    <Card title={t('configuration.title')} hint={t('configuration.hint')}>
      <Stack gap={4}>
        <ActionFailure title={t('configuration.failed')} problem={problem} />
        <RadioChoice
          label={t('configuration.from')}
          value="defaults"
          onChange={() => {}}
          options={[
            { id: 'defaults', label: t('configuration.defaults') },
            { id: 'copy', label: t('configuration.copy'), disabledReason: t('configuration.copyReason') },
          ]}
        />
        <div>
          <Button variant="primary" onPress={onApply} isPending={isApplying} disabledReason={disabledReason}>
            {t('configuration.apply')}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}
