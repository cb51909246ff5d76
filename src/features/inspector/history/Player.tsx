import type { Playback } from '../../../hooks/playback.ts'
import { useMessages } from '../../../messages/index.ts'
import { Button, IconButton, Row, Select, Slider, Stack } from '../../../ui/index.ts'
import type { Moment } from './events.ts'

const speeds = [1, 5, 20, 100]
const never = 'never'

export interface PlayerProps {
  moments: readonly Moment[]
  playback: Playback
  /** An event type or a state. */
  stopOn: string | undefined
  onStopOn: (stopOn: string | undefined) => void
}

/** Moves through a history: slider with arrow keys, one event at a time, or playing. */
export function Player({ moments, playback, stopOn, onStopOn }: PlayerProps) {
  const t = useMessages('inspector.history')
  const { at, speed, isPlaying, send } = playback
  const moment = moments[at - 1]
  const still = isPlaying ? t('controls.whilePlaying') : undefined
  const states = new Map(moments.map(({ state, stateLabel }) => [state, stateLabel]))
  const types = new Map(moments.map(({ event, eventLabel }) => [event, eventLabel]))
  const optionsOf = (labels: ReadonlyMap<string, string>) => [...labels].map(([id, label]) => ({ id, label }))
  return (
    <Stack gap={2}>
      <Slider
        label={t('slider')}
        min={1}
        max={moments.length}
        value={at}
        valueText={`${t('position', { at, total: moments.length })}${moment ? `: ${moment.eventLabel}` : ''}`}
        onChange={position => send({ type: 'GO', at: position })}
      />
      <Row gap={2} align="end" justify="between">
        <Row gap={1} align="center">
          <IconButton
            label={t('controls.first')}
            icon="arrowLeft"
            onPress={() => send({ type: 'FIRST' })}
            disabledReason={still}
          />
          <IconButton
            label={t('controls.previous')}
            icon="chevronLeft"
            onPress={() => send({ type: 'PREVIOUS' })}
            disabledReason={still}
          />
          <Button
            icon={isPlaying ? 'pause' : 'play'}
            onPress={() => send({ type: isPlaying ? 'PAUSE' : 'PLAY' })}
          >
            {isPlaying ? t('controls.pause') : t('controls.play')}
          </Button>
          <IconButton
            label={t('controls.next')}
            icon="chevronRight"
            onPress={() => send({ type: 'NEXT' })}
            disabledReason={still}
          />
          <IconButton
            label={t('controls.last')}
            icon="arrowRight"
            onPress={() => send({ type: 'LAST' })}
            disabledReason={still}
          />
          <span role="status">{t('position', { at, total: moments.length })}</span>
        </Row>
        <Row gap={4} align="end">
          <Select
            label={t('controls.speed')}
            options={speeds.map(times => ({
              id: String(times),
              label: t('controls.times', { speed: times }),
            }))}
            value={String(speed)}
            onChange={chosen => send({ type: 'SPEED', speed: Number(chosen) })}
          />
          <Select
            label={t('controls.stopOn')}
            options={[
              {
                id: 'none',
                label: t('controls.noStop'),
                options: [{ id: never, label: t('controls.never') }],
              },
              {
                id: 'states',
                label: t('controls.stopStates'),
                options: optionsOf(states),
              },
              {
                id: 'events',
                label: t('controls.stopEvents'),
                options: optionsOf(types),
              },
            ]}
            value={stopOn ?? never}
            onChange={chosen => onStopOn(chosen === never ? undefined : chosen)}
          />
        </Row>
      </Row>
    </Stack>
  )
}
