import { heatStageOf } from '../../../domain/heatStages.ts'
import { exactStatusLabel, stepLabel } from '../../../domain/labels.ts'
import { leafIdOf } from '../../../machines/submission-lifecycle/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, Card, Stack } from '../../../ui/index.ts'
import { statusNameOf } from '../history/events.ts'
import { StateFigures, type StateFiguresProps } from './StateFigures.tsx'

export interface StateDetailsProps extends StateFiguresProps {
  onClose: () => void
}

/** The chosen status: what it is, its figures, how long the stays lasted, and how they ended. */
export function StateDetails({ onClose, ...props }: StateDetailsProps) {
  const text = useText()
  const t = useMessages('inspector.heat')
  const status = statusNameOf(props.figures.statusId)
  return (
    <Card
      title={text(exactStatusLabel(status))}
      hint={text(stepLabel(heatStageOf(status)))}
      level={3}
      actions={
        <Button size="small" variant="quiet" onPress={onClose}>
          {t('details.close')}
        </Button>
      }
    >
      <Stack gap={3}>
        <p>{props.chart.states.find(({ id }) => id === leafIdOf(status))?.description}</p>
        <StateFigures {...props} />
      </Stack>
    </Card>
  )
}
