import { exactStatusLabel } from '../../../domain/labels.ts'
import type { LifecycleEntry } from '../../../domain/wire/inspection.ts'
import type { Playback } from '../../../hooks/playback.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, IconButton, Row, Select, Slider, Stack } from '../../../ui/index.ts'
import { statusNameOf } from './events.ts'
import { labelOf } from './labels.ts'

const speeds = [1, 5, 20, 100]
const never = 'never'

export interface PlayerProps {
  events: readonly LifecycleEntry[]
  playback: Playback
  /** An event type or the id of a status. */
  stopOn: string | undefined
  onStopOn: (stopOn: string | undefined) => void
}

/** Moves through a history: slider with arrow keys, one event at a time, or playing. */
export function Player({ events, playback, stopOn, onStopOn }: PlayerProps) {
  const text = useText()
  const t = useMessages('inspector.history')
  const { at, speed, isPlaying, send } = playback
  const entry = events[at - 1]
  const still = isPlaying ? t('controls.whilePlaying') : undefined
  const states = [...new Set(events.map(({ toStatusId }) => toStatusId))]
  const types = [...new Set(events.map(({ event }) => event))]
  return (
    <Stack gap={2}>
      <Slider
        label={t('slider')}
        min={1}
        max={events.length}
        value={at}
        valueText={`${t('position', { at, total: events.length })}${entry ? `: ${labelOf(text, entry.event)}` : ''}`}
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
          <span role="status">{t('position', { at, total: events.length })}</span>
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
                options: states.map(id => ({
                  id: String(id),
                  label: text(exactStatusLabel(statusNameOf(id))),
                })),
              },
              {
                id: 'events',
                label: t('controls.stopEvents'),
                options: types.map(type => ({ id: type, label: labelOf(text, type) })),
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
