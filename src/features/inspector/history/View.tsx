import { bytes } from '../../../domain/bytes.ts'
import { exactStatusLabel } from '../../../domain/labels.ts'
import { problem } from '../../../domain/problem.ts'
import { historyLines, readHistory } from '../../../domain/wire/historyLines.ts'
import type { LifecycleEntry } from '../../../domain/wire/inspection.ts'
import { type ActionHandle, useAction, useServices } from '../../../hooks/index.ts'
import { usePlayback } from '../../../hooks/playback.ts'
import { err, ok, type Result } from '../../../machines/support/index.ts'
import { type Message, message, useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, FileButton, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import type { ViewProps } from '../views.ts'
import { gapsOf, statusNameOf, stopsOf, wayOf } from './events.ts'
import { HistoryEntry } from './HistoryEntry.tsx'
import { labelOf } from './labels.ts'
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
  const imported = useAction(readFile)
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
            <FileButton size="small" accept={['.jsonl', '.ndjson']} onFile={imported.run}>
              {t('file.import')}
            </FileButton>
          </SubmissionLine>
          {imported.output || imported.problem ? (
            <Imported chart={chart} imported={imported} />
          ) : (
            <Replay chart={chart} events={data.events} />
          )}
        </Stack>
      )}
    </WhenLoaded>
  )
}

/** In bytes. Nobody reads more, and parsing it would block the page. */
const longestFile = 10_000_000

interface HistoryFile {
  name: string
  events: readonly LifecycleEntry[]
}

/** The events of a file, or why it has none. The file stays in the browser. */
const readFile = async (file: File): Promise<Result<HistoryFile>> => {
  const { name, size } = file
  const refused = (reason: Message) => err<HistoryFile>(problem('invalid', reason))
  if (size > longestFile)
    return refused(message('inspector.history', 'file.tooLarge', { name, limit: bytes(longestFile) }))
  let text: string
  try {
    text = await file.text()
  } catch {
    return refused(message('inspector.history', 'file.unreadable', { name }))
  }
  const read = readHistory(text)
  if (!read.ok)
    return refused(message('inspector.history', 'file.bad', { line: read.line, why: read.reason }))
  const { events } = read
  return events.length === 0 ? refused(message('inspector.history', 'file.nothing')) : ok({ name, events })
}

function Imported({ chart, imported }: ViewProps & { imported: ActionHandle<File, HistoryFile> }) {
  const t = useMessages('inspector.history')
  const text = useText()
  const { output, problem: fault, dismiss } = imported
  return (
    <>
      <Banner
        tone={fault ? 'failed' : 'neutral'}
        title={text(fault?.reason) ?? t('file.imported', { name: output?.name ?? '' })}
        actions={<Button onPress={dismiss}>{t('file.close')}</Button>}
      />
      {output && <Replay chart={chart} events={output.events} />}
    </>
  )
}

function Replay({ chart, events }: ViewProps & { events: readonly LifecycleEntry[] }) {
  const t = useMessages('inspector.history')
  const { address, parameter, go } = useInspectorAddress()
  const text = useText()
  const stopOn = parameter('stop')
  const position = Number(address.at)
  const gaps = gapsOf(events)
  const moments = events.map(({ event, toStatusId }) => ({
    event,
    eventLabel: labelOf(text, event),
    state: String(toStatusId),
    stateLabel: text(exactStatusLabel(statusNameOf(toStatusId))),
  }))
  const playback = usePlayback(
    { gaps, stops: stopsOf(moments, stopOn) },
    Number.isInteger(position) && position > 0 && position < events.length ? position : undefined,
    at => go({ at: at === undefined ? undefined : String(at) }, { replace: true }),
  )
  if (events.length === 0) return <p>{t('empty')}</p>
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
      <ChartDiagram chart={chart} marks={wayOf(chart, events, playback.at)} />
      <HistoryEntry events={events} at={playback.at} />
    </>
  )
}
