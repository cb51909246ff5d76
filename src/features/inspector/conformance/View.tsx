import { shortId } from '../../../domain/limits.ts'
import { statusOf } from '../../../domain/status.ts'
import type { DeviationWire } from '../../../domain/wire/inspection.ts'
import { type ConformanceCheck, useConformanceCheck } from '../../../hooks/conformanceCheck.ts'
import { Banner, Button, Link, type PlainColumn, PlainTable, ProgressBar, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { statusNameOf } from '../history/events.ts'
import { labelOf } from '../history/labels.ts'
import { texts } from './texts.ts'

/** Deviations that a person can look through; more mean that something is broken as a whole. */
const listed = 500

/** Whether everything that ever happened is what the chart would have done. */
export function View() {
  const { snapshot, send } = useConformanceCheck()
  const { submissions, total, deviations } = snapshot.context
  return (
    <Stack gap={4}>
      {snapshot.hasTag('busy') && (
        <ProgressBar
          label={texts.progress}
          value={total === 0 ? 0 : submissions / total}
          amount={total === 0 ? undefined : texts.share(submissions, total)}
        />
      )}
      <Outcome snapshot={snapshot} send={send} />
      {deviations.length > 0 && (
        <PlainTable
          caption={texts.caption}
          columns={columns}
          rows={deviations.slice(0, listed)}
          rowId={({ submissionId, sequence, reason }) => `${submissionId}:${sequence}:${reason}`}
        />
      )}
      {deviations.length > listed && <p>{texts.more(listed, deviations.length)}</p>}
    </Stack>
  )
}

function Outcome({ snapshot, send }: ConformanceCheck) {
  const { submissions, events, deviations, problem } = snapshot.context
  const found =
    deviations.length > 0
      ? texts.bad(deviations.length)
      : snapshot.hasTag('whole')
        ? texts.good
        : texts.goodSoFar
  const isStopped = snapshot.matches('stopped')
  const isFailed = snapshot.matches('failed')
  return (
    <Banner
      tone={isFailed || deviations.length > 0 ? 'failed' : snapshot.hasTag('whole') ? 'good' : 'neutral'}
      title={isFailed ? texts.failed : isStopped ? texts.stopped : found}
      announced="status"
      actions={
        snapshot.hasTag('busy') ? (
          <Button onPress={() => send({ type: 'STOP' })}>{texts.stop}</Button>
        ) : (
          <>
            {(isStopped || isFailed) && <Button onPress={() => send({ type: 'RETRY' })}>{texts.goOn}</Button>}
            <Button icon="refresh" onPress={() => send({ type: 'REPLAY' })}>
              {texts.again}
            </Button>
          </>
        )
      }
    >
      {problem && <p>{problem.detail}</p>}
      {(isStopped || isFailed) && <p>{found}</p>}
      <p>{texts.amount(submissions, events)}</p>
    </Banner>
  )
}

function HistoryLink({ deviation: { submissionId, sequence } }: { deviation: DeviationWire }) {
  const { hrefOf } = useInspectorAddress()
  return (
    <Link href={hrefOf({ view: 'history', submission: submissionId, at: String(sequence) })} variant="row">
      {shortId(submissionId)}
    </Link>
  )
}

const words = texts.columns
const label = (id: number): string => statusOf(statusNameOf(id)).label

const columns: PlainColumn<DeviationWire>[] = [
  {
    id: 'submission',
    header: words.submission,
    isRowHeader: true,
    cell: row => <HistoryLink deviation={row} />,
  },
  { id: 'sequence', header: words.sequence, kind: 'number', cell: ({ sequence }) => sequence },
  { id: 'event', header: words.event, cell: ({ event }) => labelOf(event) },
  { id: 'from', header: words.from, cell: ({ fromStatusId }) => label(fromStatusId) },
  { id: 'to', header: words.to, cell: ({ toStatusId }) => label(toStatusId) },
  { id: 'reason', header: words.reason, cell: ({ reason }) => reason },
]
