import { useMemo } from 'react'
import { loggedPreciselyAt } from '../../../domain/dates.ts'
import type { RecordedEntry } from '../../../domain/recording.ts'
import { usePlayback } from '../../../hooks/playback.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { Button, IconButton, Row, Select, Slider, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { Observation } from './Observation.tsx'

const speeds = [1, 5, 20, 100]

/** A recording that is played or gone through by hand. */
export function Replay({ name, entries }: { name: string; entries: readonly RecordedEntry[] }) {
  const t = useMessages('inspector.running')
  const text = useText()
  const { address, go } = useInspectorAddress()
  const history = useMemo(() => {
    const times = entries.map(({ createdAt }) => Number(createdAt))
    return { gaps: times.map((time, at) => Math.max(time - (times[at - 1] ?? time), 0)), stops: [] }
  }, [entries])
  const named = Number(address.at)
  const { at, speed, isPlaying, send } = usePlayback(
    history,
    Number.isInteger(named) && named > 0 ? named : undefined,
    place => go({ at: place === undefined ? undefined : String(place) }, { replace: true }),
  )
  const entry = entries[at - 1]
  const time = entry ? text(loggedPreciselyAt(new Date(Number(entry.createdAt)).toISOString())) : ''
  const position = t('position', { at, total: entries.length, time })
  const still = isPlaying ? t('whilePlaying') : undefined
  return (
    <Stack>
      <h3>{name}</h3>
      <Slider
        label={t('slider')}
        min={1}
        max={entries.length}
        value={at}
        valueText={position}
        onChange={place => send({ type: 'GO', at: place })}
      />
      <Row align="end" justify="between">
        <Row gap={1}>
          <IconButton
            label={t('first')}
            icon="arrowLeft"
            onPress={() => send({ type: 'FIRST' })}
            disabledReason={still}
          />
          <IconButton
            label={t('previous')}
            icon="chevronLeft"
            onPress={() => send({ type: 'PREVIOUS' })}
            disabledReason={still}
          />
          <Button
            icon={isPlaying ? 'pause' : 'play'}
            onPress={() => send({ type: isPlaying ? 'PAUSE' : 'PLAY' })}
          >
            {isPlaying ? t('pause') : t('play')}
          </Button>
          <IconButton
            label={t('next')}
            icon="chevronRight"
            onPress={() => send({ type: 'NEXT' })}
            disabledReason={still}
          />
          <IconButton
            label={t('last')}
            icon="arrowRight"
            onPress={() => send({ type: 'LAST' })}
            disabledReason={still}
          />
          <span role="status">{position}</span>
        </Row>
        <Select
          label={t('speed')}
          options={speeds.map(times => ({ id: String(times), label: t('times', { speed: times }) }))}
          value={String(speed)}
          onChange={chosen => send({ type: 'SPEED', speed: Number(chosen) })}
        />
      </Row>
      <Observation entries={entries.slice(0, at)} />
    </Stack>
  )
}
