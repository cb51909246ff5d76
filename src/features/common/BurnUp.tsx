import { aYearLater, type BurnUpDay, type BurnUpStep, burnUpSteps } from '../../domain/burnUp.ts'
import { calendarDay } from '../../domain/dates.ts'
import { type BurnUpWire, getBurnUp } from '../../domain/wire/collectionOverview.ts'
import { isOverviewBehind } from '../../domain/wire/fileEvents.ts'
import { useResource } from '../../hooks/index.ts'
import { type Translate, useMessages, useText } from '../../messages/index.ts'
import { type StepLine, StepLineChart } from '../../ui/index.ts'
import { WhenLoaded } from './Loaded.tsx'

const weights = {
  processing: 'light',
  qualityAssurance: 'medium',
  approval: 'strong',
  signedOff: 'done',
} as const satisfies Record<BurnUpStep, StepLine['weight']>

const pointsOf = (days: readonly BurnUpDay[], step: BurnUpStep) =>
  days.map(({ day, reached }) => ({ day, value: reached[step] }))

const linesOf = (t: Translate<'monitoring.burn-up'>, { days, before }: BurnUpWire): StepLine[] => [
  ...(before && before.days.length > 0
    ? [
        {
          id: 'before',
          label: t('before', { collection: before.name }),
          weight: 'before' as const,
          points: pointsOf(before.days.map(aYearLater), 'signedOff'),
        },
      ]
    : []),
  ...burnUpSteps.map(step => ({
    id: step,
    label: t(`steps.${step}`),
    weight: weights[step],
    points: pointsOf(days, step),
  })),
]

/** How many providers have come how far, day by day to the deadline, beside last year. */
export function BurnUp({
  reference,
  collectionId,
  isCompact,
}: {
  reference: string
  collectionId: string
  isCompact?: boolean
}) {
  const t = useMessages('monitoring.burn-up')
  const text = useText()
  const burnUp = useResource(
    getBurnUp,
    { path: { reference } },
    { refreshOn: message => message.type === 'FILE_EVENT' && isOverviewBehind(collectionId, message) },
  )
  return (
    <WhenLoaded resource={burnUp} loading={t('loading')} failed={t('failed')}>
      {answer => {
        const { providers, today, deadline, days } = answer
        const reached = days.at(-1)?.reached
        return (
          <StepLineChart
            isCompact={isCompact}
            title={t('title')}
            sentence={t('sentence', {
              providers,
              submitted: reached?.approval ?? 0,
              signedOff: reached?.signedOff ?? 0,
              before: answer.before?.name ?? 'none',
            })}
            lines={linesOf(t, answer)}
            most={providers}
            today={today}
            marks={[
              { id: 'today', label: t('today'), day: today },
              ...(deadline === null ? [] : [{ id: 'deadline', label: t('deadline'), day: deadline }]),
            ]}
            dayHeader={t('day')}
            formatDay={day => text(calendarDay(day))}
          />
        )
      }}
    </WhenLoaded>
  )
}
