import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { loggedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { isJobOver, jobRowLabel, jobTone } from '../../../domain/job.ts'
import type { JobRowState } from '../../../domain/jobPlace.ts'
import { statusNameOf, statusTone } from '../../../domain/status.ts'
import { getJob, type JobRowWire, type JobWithRows } from '../../../domain/wire/jobs.ts'
import type { BulkRunActor } from '../../../hooks/bulkRun.ts'
import { useAction, useServices, useTable } from '../../../hooks/index.ts'
import { tableDefaults } from '../../../machines/table-state/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  type DataColumn,
  DataTable,
  EmptyState,
  ProgressBar,
  Row,
  Stack,
  StatTiles,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { ActionFailure, type Loaded, WhenLoaded } from '../../common/Loaded.tsx'

const tones: Readonly<Record<JobRowState, Tone>> = {
  WAITING: 'waiting',
  DONE: 'good',
  REFUSED: 'attention',
  LEFT: 'neutral',
}

export interface FollowingProps {
  run: BulkRunActor
  job: Loaded<JobWithRows>
}

/** A job as it goes on, and what came of each provider. */
export function Following({ run, job }: FollowingProps) {
  const t = useMessages('management.bulk-run')
  return (
    <WhenLoaded resource={job} loading={t('loading')} failed={t('failed.job')} sketch="rows">
      {data => (
        <Stack gap={4}>
          <Progress run={run} job={data} />
          <Rows job={data} />
        </Stack>
      )}
    </WhenLoaded>
  )
}

/** Who asked for a job and when, when a process began with it, and when it ended. */
const momentsOf = (
  { createdBy: who, createdUtc, startedUtc, endedUtc }: JobWithRows,
  t: Translate<'management.bulk-run'>,
  text: ToText,
): string => {
  const at = (moment: string): string => text(loggedAt(moment))
  const told = [t('asked', { who, at: at(createdUtc) })]
  if (startedUtc !== null) told.push(t('begun', { at: at(startedUtc) }))
  if (endedUtc !== null) told.push(t('ended', { at: at(endedUtc) }))
  return told.join(' · ')
}

function Progress({ run, job }: { run: BulkRunActor; job: JobWithRows }) {
  const t = useMessages('management.bulk-run')
  const names = useMessages('job')
  const text = useText()
  const problem = useSelector(run, ({ context }) => context.problem)
  const isCancelling = useSelector(run, snapshot => snapshot.hasTag('busy'))
  const { kind, counts, state } = job
  const total = job.rows.length
  const decided = counts.DONE + counts.REFUSED
  const isOver = isJobOver(state)
  return (
    <Card
      title={names(`states.${state}`)}
      hint={momentsOf(job, t, text)}
      actions={
        <Row gap={2}>
          <Download job={job} />
          {!isOver && job.mayCancel && (
            <Button onPress={() => run.send({ type: 'CANCEL' })} isPending={isCancelling}>
              {t('cancel')}
            </Button>
          )}
          {isOver && (
            <Button variant="primary" onPress={() => run.send({ type: 'AGAIN' })}>
              {t(job.kind === 'IRIS' ? 'againOutputs' : 'again')}
            </Button>
          )}
        </Row>
      }
    >
      <Stack gap={4}>
        <ActionFailure title={t('failed.cancel')} problem={problem} />
        <ProgressBar
          label={names(`kinds.${kind}`)}
          value={total === 0 ? 0 : decided / total}
          amount={t('amount', { decided, total })}
          detail={isOver ? undefined : t('mayClose')}
          tone={jobTone(state) === 'failed' ? 'failed' : isOver ? 'good' : 'accent'}
        />
        <StatTiles
          label={t('figures')}
          tiles={[
            { id: 'DONE', label: names(`rows.DONE.${kind}`), value: counts.DONE, tone: tones.DONE },
            {
              id: 'REFUSED',
              label: names('rows.REFUSED'),
              value: counts.REFUSED,
              tone: counts.REFUSED === 0 ? 'neutral' : tones.REFUSED,
            },
            isOver
              ? { id: 'LEFT', label: names('rows.LEFT'), value: counts.LEFT, tone: tones.LEFT }
              : { id: 'WAITING', label: names('rows.WAITING'), value: counts.WAITING, tone: tones.WAITING },
          ]}
        />
      </Stack>
    </Card>
  )
}

function Download({ job }: { job: JobWithRows }) {
  const t = useMessages('management.bulk-run')
  const { blob, saveBlob } = useServices()
  const download = useAction<string, Blob>(id => blob(getJob, { path: { id } }, 'text/csv'), {
    onDone: (id, csv) => saveBlob(`Job.${job.collection.reference}.${id}.csv`, csv),
  })
  return (
    <Button icon="download" onPress={() => download.run(job.id)} isPending={download.isRunning}>
      {t('download')}
    </Button>
  )
}

/** Which output of which file it is. */
const outputColumn = (t: Translate<'management.bulk-run'>): DataColumn<JobRowWire> => ({
  id: 'output',
  header: t('columns.output'),
  value: ({ fileName = '', output = '', outputTitle }) => {
    const file = shownFileName(fileName)
    return outputTitle === undefined ? t('output', { file, output }) : `${file}, ${outputTitle}`
  },
  width: 'wide',
})

function Rows({ job }: { job: JobWithRows }) {
  const t = useMessages('management.bulk-run')
  const text = useText()
  const { kind } = job
  const table = useTable('jobRows', tableDefaults({ pageSize: 25 }))
  const [columns, filters] = useMemo(() => {
    const result = ({ state }: JobRowWire) => text(jobRowLabel(state, kind))
    const made: readonly DataColumn<JobRowWire>[] = [
      { id: 'id', header: t('columns.id'), value: row => row.instId, kind: 'id', width: 'narrow' },
      {
        id: 'provider',
        header: t('columns.provider'),
        value: row => row.provider,
        isRowHeader: true,
        isSortable: true,
        width: 'wide',
      },
      ...(kind === 'IRIS' ? [outputColumn(t)] : []),
      {
        id: 'before',
        header: t('columns.before'),
        value: ({ statusBefore }) => statusBefore?.name,
        cell: ({ statusBefore }) =>
          statusBefore && (
            <StatusTag tone={statusTone(statusNameOf(statusBefore.id))} variant="plain">
              {statusBefore.name}
            </StatusTag>
          ),
      },
      {
        id: 'result',
        header: t('columns.result'),
        value: result,
        cell: row => (
          <StatusTag tone={tones[row.state]} variant="plain">
            {result(row)}
          </StatusTag>
        ),
        isSortable: true,
      },
      { id: 'reason', header: t('columns.reason'), value: row => row.reason, width: 'wide' },
      {
        id: 'when',
        header: t('columns.when'),
        value: row => row.settledUtc,
        cell: row => text(loggedAt(row.settledUtc ?? undefined)),
        kind: 'moment',
        isSortable: true,
      },
    ]
    return [
      made,
      [{ id: 'result', label: t('columns.result'), value: (row: JobRowWire) => row.state, option: result }],
    ]
  }, [t, text, kind])
  return (
    <DataTable
      id="job-rows"
      caption={t('rows')}
      isCaptionHidden
      columns={columns}
      rows={job.rows}
      rowId={row => `${row.submissionId} ${row.output ?? ''}`}
      rowLabel={row => row.provider}
      state={table.state}
      onChange={table.change}
      filters={filters}
      tieBreaker="id"
      stacks
      pageSizes={[10, 25, 50, 100]}
      empty={<EmptyState title={t('noRows')} level={0} />}
    />
  )
}
