import { calendarDay } from '../../domain/dates.ts'
import { daysUntil } from '../../domain/deadline.ts'
import { summaryStepLabel } from '../../domain/progressLabels.ts'
import {
  type CollectionProgressWire,
  type CollectionWire,
  listCollectionProgress,
} from '../../domain/wire/collections.ts'
import { useResource, useServices, useViewer } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { CellLines, PartMark, PartsBar, type PartTone, Row } from '../../ui/index.ts'

/** How far the providers of each collection are, by its reference; empty for a viewer who does not monitor. */
export const useCollectionProgress = (): ReadonlyMap<string, CollectionProgressWire> => {
  const { may } = useViewer()
  const progress = useResource(listCollectionProgress, may('monitoring.view') ? {} : undefined, {
    refreshOn: message => message.type === 'FILE_EVENT' || message.type === 'COLLECTION',
  })
  return new Map(progress.data?.collections.map(one => [one.reference, one]))
}

const tones: Record<string, PartTone> = {
  upload: 'neutral',
  processing: 'failedSoft',
  qualityAssurance: 'failed',
  approval: 'goodSoft',
  signedOff: 'good',
}
const toneOf = (code: string): PartTone => tones[code] ?? 'neutral'

/** The meaning of the colours in `CollectionProgress`. */
export function ProgressLegend({ steps }: Pick<CollectionProgressWire, 'steps'>) {
  const text = useText()
  return (
    <Row gap={3}>
      {steps.map(({ code }) => (
        <Row key={code} gap={1}>
          <PartMark tone={toneOf(code)} />
          {text(summaryStepLabel(code))}
        </Row>
      ))}
    </Row>
  )
}

/** How many providers are at each step, as a bar with its words; nothing for a collection that takes no submissions yet. */
export function CollectionProgress({ progress }: { progress: CollectionProgressWire | undefined }) {
  const t = useMessages('common')
  const text = useText()
  if (!progress || progress.providers === 0) return null
  const { providers, steps } = progress
  const done = steps.find(({ code }) => code === 'signedOff')?.count ?? 0
  const started = providers - (steps.find(({ code }) => code === 'upload')?.count ?? 0)
  return (
    <CellLines note={t('progress.counts', { done, started, providers })}>
      <PartsBar
        label={steps
          .map(({ code, count }) => t('progress.step', { step: text(summaryStepLabel(code)), count }))
          .join(', ')}
        parts={steps.map(({ code, count }) => ({ id: code, value: count, tone: toneOf(code) }))}
      />
    </CellLines>
  )
}

/** The day by which submissions are due, and how many days are left while they can be sent. */
export function CollectionDeadline({
  collection: { submissionDeadline },
  isInSeason,
}: {
  collection: CollectionWire
  isInSeason: boolean
}) {
  const t = useMessages('common')
  const text = useText()
  const { now } = useServices()
  if (submissionDeadline === null) return t('progress.noDeadline')
  const days = daysUntil(submissionDeadline, new Date(now()))
  return (
    <CellLines note={isInSeason && t('progress.left', { days, is: days < 0 ? 'over' : 'left' })}>
      {text(calendarDay(submissionDeadline))}
    </CellLines>
  )
}
