import { bytes } from '../../../domain/bytes.ts'
import { historyLines, readHistory } from '../../../domain/wire/historyLines.ts'
import type { LifecycleEntry } from '../../../domain/wire/inspection.ts'
import { type TextFile, useServices, useTextFile } from '../../../hooks/index.ts'
import { usePlayback } from '../../../hooks/playback.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, FileButton, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import type { ViewProps } from '../views.ts'
import { gapsOf, stopsOf, wayOf } from './events.ts'
import { HistoryEntry } from './HistoryEntry.tsx'
import { Player } from './Player.tsx'
import { SubmissionLine } from './SubmissionLine.tsx'
import { SubmissionPicker } from './SubmissionPicker.tsx'
import { useHistory } from './useHistory.ts'

/** The way of one submission on the chart, at any moment of its history. */
export function View({ chart }: ViewProps) {
  const { address } = useInspectorAddress()
  if (address.submission === undefined) return <SubmissionPicker />
  return <History chart={chart} submission={address.submission} />
}

/** The history of a submission that is known: also the page "Lifecycle" of the submission itself. */
export function History({
  chart,
  submission,
  isFixed = false,
}: ViewProps & { submission: string; isFixed?: boolean }) {
  const t = useMessages('inspector.history')
  const history = useHistory(submission)
  const imported = useTextFile()
  const { saveText } = useServices()
  return (
    <WhenLoaded resource={history} loading={t('loading')} failed={t('failed')}>
      {data => (
        <Stack gap={4}>
          <SubmissionLine history={data} isFixed={isFixed}>
            <Button
              size="small"
              icon="download"
              onPress={() =>
                saveText(
                  `lifecycle-${data.submissionId}.jsonl`,
                  historyLines(data.events),
                  'application/jsonl',
                )
              }
            >
              {t('file.export')}
            </Button>
            <FileButton size="small" accept={['.jsonl', '.ndjson']} onFile={imported.open}>
              {t('file.import')}
            </FileButton>
          </SubmissionLine>
          {imported.file ? (
            <Imported chart={chart} file={imported.file} onClose={imported.close} />
          ) : (
            <Replay chart={chart} events={data.events} />
          )}
        </Stack>
      )}
    </WhenLoaded>
  )
}

interface ImportedProps extends ViewProps {
  file: TextFile
  onClose: () => void
}

/** The events of a file, or why it shows none. */
const eventsOf = (
  t: Translate<'inspector.history'>,
  text: ToText,
  file: TextFile,
): { events: readonly LifecycleEntry[]; fault?: string } => {
  if ('problem' in file) {
    const { name, problem, limitBytes } = file
    const fault =
      problem === 'tooLarge'
        ? t('file.tooLarge', { name, limit: text(bytes(limitBytes)) })
        : t('file.unreadable', { name })
    return { events: [], fault }
  }
  const read = readHistory(file.text)
  if (!read.ok) return { events: [], fault: t('file.bad', { line: read.line, why: text(read.reason) }) }
  return read.events.length === 0 ? { events: [], fault: t('file.nothing') } : { events: read.events }
}

function Imported({ chart, file, onClose }: ImportedProps) {
  const t = useMessages('inspector.history')
  const text = useText()
  const { events, fault } = eventsOf(t, text, file)
  return (
    <>
      <Banner
        tone={fault === undefined ? 'neutral' : 'failed'}
        title={fault ?? t('file.imported', { name: file.name })}
        actions={<Button onPress={onClose}>{t('file.close')}</Button>}
      />
      {events.length > 0 && <Replay chart={chart} events={events} />}
    </>
  )
}

function Replay({ chart, events }: ViewProps & { events: readonly LifecycleEntry[] }) {
  const t = useMessages('inspector.history')
  const { address, parameter, go } = useInspectorAddress()
  const stopOn = parameter('stop')
  const position = Number(address.at)
  const gaps = gapsOf(events)
  const playback = usePlayback(
    { gaps, stops: stopsOf(events, stopOn) },
    Number.isInteger(position) && position > 0 && position < events.length ? position : undefined,
    at => go({ at: at === undefined ? undefined : String(at) }, { replace: true }),
  )
  if (events.length === 0) return <p>{t('empty')}</p>
  return (
    <>
      <Player
        events={events}
        playback={playback}
        stopOn={stopOn}
        onStopOn={stop => {
          // Sent at once: while it plays, React draws a new address too late.
          playback.send({ type: 'HISTORY_CHANGED', history: { gaps, stops: stopsOf(events, stop) } })
          go({ stop }, { replace: true })
        }}
      />
      <ChartDiagram chart={chart} marks={wayOf(chart, events, playback.at)} />
      <HistoryEntry events={events} at={playback.at} />
    </>
  )
}
