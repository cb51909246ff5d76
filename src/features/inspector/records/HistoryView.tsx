import type { ChartEntry } from '../../../domain/wire/chartHistories.ts'
import { usePlayback } from '../../../hooks/playback.ts'
import { useMessages } from '../../../messages/index.ts'
import { Card, Columns, DescriptionList } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import { gapsOf, stopsOf, wayAlong } from '../history/events.ts'
import { MomentCard } from '../history/MomentCard.tsx'
import { PayloadList } from '../history/PayloadList.tsx'
import { Player } from '../history/Player.tsx'
import type { ViewProps } from '../views.ts'
import { eventLabel, stateLabel } from './naming.ts'
import { OfRecord } from './OfRecord.tsx'

/** The way of one record on its chart, at any moment of its history. */
export function View({ chart }: ViewProps) {
  return <OfRecord chart={chart}>{({ entries }) => <Replay chart={chart} entries={entries} />}</OfRecord>
}

function Replay({ chart, entries }: ViewProps & { entries: readonly ChartEntry[] }) {
  const { address, parameter, go } = useInspectorAddress()
  const stopOn = parameter('stop')
  const position = Number(address.at)
  const gaps = gapsOf(entries)
  const moments = entries.map(({ event, to }) => ({
    event,
    eventLabel: eventLabel(event),
    state: to,
    stateLabel: stateLabel(to),
  }))
  const playback = usePlayback(
    { gaps, stops: stopsOf(moments, stopOn) },
    Number.isInteger(position) && position > 0 && position < entries.length ? position : undefined,
    at => go({ at: at === undefined ? undefined : String(at) }, { replace: true }),
  )
  const entry = entries[playback.at - 1]
  return (
    <>
      <Player
        moments={moments}
        playback={playback}
        stopOn={stopOn}
        onStopOn={stop => {
          // Sent at once: while it plays, React draws a new address too late.
          playback.send({ type: 'HISTORY_CHANGED', history: { gaps, stops: stopsOf(moments, stop) } })
          go({ stop }, { replace: true })
        }}
      />
      <ChartDiagram chart={chart} marks={wayAlong(chart, entries.slice(0, playback.at))} />
      {entry && <Entry entry={entry} since={gaps[playback.at - 1] ?? 0} />}
    </>
  )
}

function Entry({ entry, since }: { entry: ChartEntry; since: number }) {
  const t = useMessages('inspector.records')
  const { event, actor, occurredAt, from, to, payload, checks, facts, effects } = entry
  return (
    <Columns>
      <MomentCard
        title={eventLabel(event)}
        actor={actor.name}
        occurredAt={occurredAt}
        since={since}
        from={stateLabel(from)}
        to={stateLabel(to)}
        more={[]}
        payload={payload}
        checks={checks}
      />
      <Card title={t('decision')} level={2}>
        <DescriptionList
          items={[
            { id: 'facts', term: t('facts'), value: <PayloadList content={facts} /> },
            { id: 'effects', term: t('effects'), value: effects.join(', ') || t('noEffects') },
          ]}
        />
      </Card>
    </Columns>
  )
}
