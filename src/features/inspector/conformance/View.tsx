import { exactStatusLabel } from '../../../domain/labels.ts'
import { shortId } from '../../../domain/limits.ts'
import type { DeviationWire } from '../../../domain/wire/inspection.ts'
import { type ConformanceCheck, useConformanceCheck } from '../../../hooks/conformanceCheck.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import { Banner, Button, Link, type PlainColumn, PlainTable, ProgressBar, Stack } from '../../../ui/index.ts'
import { useInspectorAddress } from '../address.ts'
import { statusNameOf } from '../history/events.ts'
import { labelOf } from '../history/labels.ts'

/** Deviations that a person can look through; more mean that something is broken as a whole. */
const listed = 500

/** Whether everything that ever happened is what the chart would have done. */
export function View() {
  const text = useText()
  const t = useMessages('inspector.conformance')
  const { snapshot, send } = useConformanceCheck()
  const { submissions, total, deviations } = snapshot.context
  return (
    <Stack gap={4}>
      {snapshot.hasTag('busy') && (
        <ProgressBar
          label={t('progress')}
          value={total === 0 ? 0 : submissions / total}
          amount={total === 0 ? undefined : t('share', { done: submissions, total })}
        />
      )}
      <Outcome snapshot={snapshot} send={send} />
      {deviations.length > 0 && (
        <PlainTable
          caption={t('caption')}
          columns={columnsOf(t, text)}
          rows={deviations.slice(0, listed)}
          rowId={({ submissionId, sequence, reason }) => `${submissionId}:${sequence}:${reason}`}
        />
      )}
      {deviations.length > listed && <p>{t('more', { shown: listed, total: deviations.length })}</p>}
    </Stack>
  )
}

function Outcome({ snapshot, send }: ConformanceCheck) {
  const text = useText()
  const t = useMessages('inspector.conformance')
  const { submissions, events, deviations, problem } = snapshot.context
  const found =
    deviations.length > 0
      ? t('bad', { count: deviations.length })
      : snapshot.hasTag('whole')
        ? t('good')
        : t('goodSoFar')
  const isStopped = snapshot.matches('stopped')
  const isFailed = snapshot.matches('failed')
  // What was not replayed at all says nothing of deviations.
  const isNothingKnown = isFailed && submissions === 0
  return (
    <Banner
      tone={isFailed || deviations.length > 0 ? 'failed' : snapshot.hasTag('whole') ? 'good' : 'neutral'}
      title={isFailed ? t('failed') : isStopped ? t('stopped') : found}
      announced={isFailed ? 'alert' : 'status'}
      actions={
        snapshot.hasTag('busy') ? (
          <Button onPress={() => send({ type: 'STOP' })}>{t('stop')}</Button>
        ) : (
          <>
            {(isStopped || isFailed) && (
              <Button onPress={() => send({ type: 'RETRY' })}>{t(isFailed ? 'tryAgain' : 'goOn')}</Button>
            )}
            <Button icon="refresh" onPress={() => send({ type: 'REPLAY' })}>
              {t('again')}
            </Button>
          </>
        )
      }
    >
      {problem && <p>{text(problem.reason)}</p>}
      {(isStopped || isFailed) && !isNothingKnown && <p>{found}</p>}
      {!isNothingKnown && <p>{t('amount', { submissions, events })}</p>}
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

const columnsOf = (t: Translate<'inspector.conformance'>, text: ToText): PlainColumn<DeviationWire>[] => [
  {
    id: 'submission',
    header: t('columns.submission'),
    isRowHeader: true,
    cell: row => <HistoryLink deviation={row} />,
  },
  { id: 'sequence', header: t('columns.sequence'), kind: 'number', cell: ({ sequence }) => sequence },
  { id: 'event', header: t('columns.event'), cell: ({ event }) => labelOf(text, event) },
  {
    id: 'from',
    header: t('columns.from'),
    cell: ({ fromStatusId }) => text(exactStatusLabel(statusNameOf(fromStatusId))),
  },
  {
    id: 'to',
    header: t('columns.to'),
    cell: ({ toStatusId }) => text(exactStatusLabel(statusNameOf(toStatusId))),
  },
  { id: 'reason', header: t('columns.reason'), cell: ({ reason }) => reason },
]
