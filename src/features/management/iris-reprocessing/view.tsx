import { useSelector } from '@xstate/react'
import { bytes } from '../../../domain/bytes.ts'
import { loggedAt, uploadedAt } from '../../../domain/dates.ts'
import { jobRowLabel } from '../../../domain/job.ts'
import type { JobRowState } from '../../../domain/jobPlace.ts'
import type { Problem } from '../../../domain/problem.ts'
import type { ListedOutput, listReprocessFiles } from '../../../domain/wire/additionalReports.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import type { JobWire } from '../../../domain/wire/jobs.ts'
import { type BulkRunActor, useIsChosen } from '../../../hooks/bulkRun.ts'
import type { Table } from '../../../hooks/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  CellLines,
  Checkbox,
  ConfirmDialog,
  type DataColumn,
  DataTable,
  EmptyState,
  Hidden,
  Row,
  Select,
  Stack,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { TableSearch } from '../../common/ListTools.tsx'
import { ActionFailure, type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { CurrentJob, EarlierJobs } from '../bulk-run/Jobs.tsx'
import { outputId } from './outputs.ts'

export interface OutputsViewProps {
  run: BulkRunActor
  list: Loaded<ResponseOf<typeof listReprocessFiles>>
  jobs: readonly JobWire[]
  table: Pick<Table, 'state' | 'change' | 'typed' | 'type' | 'search' | 'filter'>
  download: {
    run: (output: ListedOutput) => void
    /** The output under way. */
    pending: ListedOutput | undefined
    problem: Problem | undefined
  }
}

const tones: Readonly<Record<JobRowState, Tone>> = {
  WAITING: 'waiting',
  DONE: 'good',
  REFUSED: 'attention',
  LEFT: 'neutral',
}

/** The outputs of a collection, of which those are chosen that are to be made again. */
export function OutputsView({ run, list, jobs, table, download }: OutputsViewProps) {
  const t = useMessages('management.iris')
  const text = useText()
  const files = list.data?.files ?? []
  const collections = list.data?.collections ?? []
  const isSearched = table.state.search !== ''
  return (
    <Stack gap={4}>
      <CurrentJob jobs={jobs} />
      <ActionFailure title={t('failedDownload')} problem={download.problem} />
      <DataTable
        id="iris-outputs"
        caption={t('caption')}
        isCaptionHidden
        columns={columnsOf({ t, text, run, download })}
        rows={files}
        rowId={outputId}
        rowLabel={({ title, provider }) => `${title}, ${provider}`}
        groups={{
          of: ({ instId }) => instId,
          heading: instId => {
            const provider = files.find(file => file.instId === instId)?.provider ?? ''
            return t('group', { instId, provider })
          },
        }}
        hasTwoLines
        stacks
        state={table.state}
        onChange={table.change}
        serverTotal={list.data?.pagingMetadata.total ?? 0}
        status={list.status}
        pageSizes={[10, 25, 50, 100]}
        toolbar={
          <Row gap={3} align="end">
            {collections.length > 0 && (
              <Select
                label={t('collection')}
                value={list.data?.collectionReference ?? ''}
                onChange={reference => {
                  // What is made again by one job is of one collection.
                  const { chosen } = run.getSnapshot().context
                  run.send({ type: 'CHOOSE', instIds: chosen, isChosen: false })
                  table.filter('collection', [reference])
                }}
                options={collections.map(({ reference, name }) => ({ id: reference, label: name }))}
              />
            )}
            <TableSearch label={t('search')} table={table} />
          </Row>
        }
        tags={files.length > 0 && <Choice run={run} files={files} />}
        empty={
          <EmptyState title={t(isSearched ? 'noneFound' : 'empty')} level={0}>
            {!isSearched && t('emptyHint')}
          </EmptyState>
        }
        failure={<LoadFailure title={t('failed')} problem={list.problem} onRetry={list.retry} level={0} />}
      />
      <EarlierJobs jobs={jobs} />
      <Confirmation run={run} />
    </Stack>
  )
}

/** How many are chosen, everything on the page at once, and the way on. */
function Choice({ run, files }: { run: BulkRunActor; files: readonly ListedOutput[] }) {
  const t = useMessages('management.iris')
  const chosen = useSelector(run, ({ context }) => context.chosen)
  const ids = files.map(outputId)
  const among = ids.filter(id => chosen.includes(id)).length
  const isAll = among > 0 && among === ids.length
  return (
    <Row gap={4}>
      <Checkbox
        isSelected={isAll}
        isIndeterminate={among > 0 && !isAll}
        onChange={isChosen => run.send({ type: 'CHOOSE', instIds: ids, isChosen })}
      >
        {t('selectAll', { count: ids.length })}
      </Checkbox>
      <span role="status">{t('chosen', { count: chosen.length })}</span>
      <Button
        variant="primary"
        onPress={() => run.send({ type: 'ASK' })}
        disabledReason={chosen.length === 0 ? t('chooseFirst') : undefined}
      >
        {t('reprocess')}
      </Button>
    </Row>
  )
}

function OutputChoice({ run, output }: { run: BulkRunActor; output: ListedOutput }) {
  const t = useMessages('management.iris')
  const id = outputId(output)
  const { title, submissionFile: file, provider } = output
  return (
    <Checkbox
      isSelected={useIsChosen(run, id)}
      onChange={isChosen => run.send({ type: 'CHOOSE', instIds: [id], isChosen })}
    >
      <Hidden>{t('choose', { output: title, file, provider })}</Hidden>
    </Checkbox>
  )
}

/** Asks before the selected outputs are replaced. */
function Confirmation({ run }: { run: BulkRunActor }) {
  const t = useMessages('management.iris')
  const text = useText()
  const { chosen, problem } = useSelector(run, ({ context }) => context)
  return (
    <ConfirmDialog
      title={t('confirm.title')}
      isOpen={useSelector(run, snapshot => snapshot.hasTag('dialog'))}
      confirmLabel={t('confirm.action', { count: chosen.length })}
      cancelLabel={t('confirm.back')}
      isPending={useSelector(run, snapshot => snapshot.hasTag('busy'))}
      error={text(problem?.reason)}
      onConfirm={() => run.send({ type: 'CONFIRM', instIds: chosen, jobId: crypto.randomUUID() })}
      onCancel={() => run.send({ type: 'DISMISS' })}
    >
      <p>{t('confirm.text')}</p>
    </ConfirmDialog>
  )
}

const columnsOf = ({
  t,
  text,
  run,
  download,
}: {
  t: Translate<'management.iris'>
  text: ToText
  run: BulkRunActor
  download: OutputsViewProps['download']
}): readonly DataColumn<ListedOutput>[] => [
  {
    id: 'choice',
    header: t('columns.choice'),
    headerCell: () => <Hidden>{t('columns.choice')}</Hidden>,
    cell: output => <OutputChoice run={run} output={output} />,
    canHide: false,
    width: 'narrow',
  },
  {
    id: 'output',
    header: t('columns.output'),
    value: ({ title }) => title,
    isRowHeader: true,
    canHide: false,
    width: 'wide',
  },
  {
    id: 'submission',
    header: t('columns.submission'),
    value: ({ submissionFile }) => submissionFile,
    cell: ({ submissionFile, uploaded, isLatest }) => (
      <CellLines
        note={[t('uploaded', { at: text(uploadedAt(uploaded)) }), ...(isLatest ? [] : [t('earlier')])].join(
          ' · ',
        )}
      >
        {submissionFile}
      </CellLines>
    ),
  },
  {
    id: 'produced',
    header: t('columns.produced'),
    value: ({ producedAt }) => producedAt,
    cell: ({ producedAt }) => text(loggedAt(producedAt)),
    kind: 'moment',
  },
  {
    id: 'size',
    header: t('columns.size'),
    value: ({ size }) => size,
    cell: ({ size }) => text(bytes(size)),
    kind: 'number',
  },
  {
    id: 'state',
    header: t('columns.state'),
    value: ({ state }) => state,
    cell: ({ state, reason }) =>
      state === null ? (
        <CellLines note={t('never')} />
      ) : (
        <CellLines note={reason}>
          <StatusTag tone={tones[state]} variant="plain">
            {text(jobRowLabel(state, 'IRIS'))}
          </StatusTag>
        </CellLines>
      ),
  },
  {
    id: 'download',
    header: t('columns.download'),
    cell: output => (
      <Button
        size="small"
        icon="download"
        isPending={download.pending !== undefined && outputId(download.pending) === outputId(output)}
        aria-label={t('downloadOf', {
          output: output.title,
          file: output.submissionFile,
          provider: output.provider,
        })}
        onPress={() => download.run(output)}
      >
        {t('download')}
      </Button>
    ),
    canHide: false,
    width: 'narrow',
  },
]
