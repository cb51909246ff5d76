import { bytes } from '../../../domain/bytes.ts'
import { loggedAt, uploadedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import type { DpsList, DpsProvider, DpsSubmission } from '../../../domain/wire/pseudonymisation.ts'
import type { ActionHandle, Table } from '../../../hooks/index.ts'
import {
  type PseudonymisationRow,
  type PseudonymisationRows,
  usePseudonymisationRow,
} from '../../../hooks/pseudonymisation.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  CellLines,
  type DataColumn,
  DataTable,
  EmptyState,
  Page,
  PageHeader,
  Row,
  Stack,
  StatusTag,
  type Tone,
} from '../../../ui/index.ts'
import { ConfirmAction } from '../../common/ConfirmAction.tsx'
import { TableSearch } from '../../common/ListTools.tsx'
import { type Loaded, LoadFailure } from '../../common/Loaded.tsx'
import { Term } from '../../common/Term.tsx'
import styles from './view.module.css'

export interface DataPseudonymisationViewProps {
  list: Loaded<DpsList>
  table: Pick<Table, 'state' | 'change' | 'typed' | 'type' | 'search'>
  rows: PseudonymisationRows
  cancel: ActionHandle<DpsSubmission>
  /** Whether the viewer may have records pseudonymised and take them away. */
  mayAnonymise: boolean
  mayReset: boolean
}

type Actions = Pick<DataPseudonymisationViewProps, 'cancel' | 'mayAnonymise' | 'mayReset'>

/** A provider's latest submission, and below it the others. */
interface Line {
  provider: DpsProvider
  submission: DpsSubmission
  isFirst: boolean
}

const linesOf = (provider: DpsProvider): Line[] =>
  provider.submissions.map((submission, at) => ({ provider, submission, isFirst: at === 0 }))

/** Providers with the submissions of which a pseudonymised form can be had. */
export function DataPseudonymisationView({ list, table, rows, ...actions }: DataPseudonymisationViewProps) {
  const t = useMessages('management.data-pseudonymisation')
  const text = useText()
  const isNarrowed = table.state.search !== ''
  return (
    <Page
      header={
        <PageHeader
          title={t('title')}
          explanation={
            <Term id="pseudonymisation" isMark>
              {t('title')}
            </Term>
          }
        >
          {t(actions.mayAnonymise ? 'lead' : 'leadReset')}
        </PageHeader>
      }
    >
      <DataTable
        id="data-pseudonymisation"
        caption={t('caption')}
        isCaptionHidden
        columns={columnsOf(t, text, rows, actions)}
        rows={list.data?.results.flatMap(provider => linesOf(provider).slice(0, 1)) ?? []}
        subRows={({ provider, isFirst }) =>
          isFirst && provider.submissions.length > 1 ? linesOf(provider).slice(1) : undefined
        }
        rowId={({ provider, submission, isFirst }) => (isFirst ? provider.instId : submission.uuid)}
        rowLabel={({ provider }) => t('row.provider', { provider: provider.provider })}
        state={table.state}
        onChange={table.change}
        serverTotal={list.data?.metadata.resultsCount ?? 0}
        status={list.status}
        hasTwoLines
        stacks
        toolbar={
          <Row>
            <TableSearch label={t('search')} placeholder={t('searchPlaceholder')} table={table} />
          </Row>
        }
        empty={
          <EmptyState title={t('empty')} level={0}>
            {!isNarrowed && t('emptyHint')}
          </EmptyState>
        }
        failure={<LoadFailure title={t('failed')} problem={list.problem} onRetry={list.retry} level={0} />}
      />
      <CancelDialog cancel={actions.cancel} />
    </Page>
  )
}

/** Asks before a task is cancelled. */
function CancelDialog({ cancel }: Pick<DataPseudonymisationViewProps, 'cancel'>) {
  const t = useMessages('management.data-pseudonymisation')
  const common = useMessages('common')
  return (
    <ConfirmAction
      action={cancel}
      title={t('cancelling.title', { file: shownFileName(cancel.action?.fileName ?? '') })}
      confirmLabel={t('cancelling.confirm')}
      cancelLabel={common('back')}
      tone="danger"
    >
      <p>{t('cancelling.text')}</p>
    </ConfirmAction>
  )
}

const columnsOf = (
  t: Translate<'management.data-pseudonymisation'>,
  text: ToText,
  rows: PseudonymisationRows,
  actions: Actions,
): readonly DataColumn<Line>[] => [
  {
    id: 'provider',
    header: t('columns.provider'),
    value: ({ provider }) => `${provider.instId} - ${provider.provider}`,
    isRowHeader: true,
    width: 'wide',
    isSortable: false,
  },
  {
    id: 'submission',
    header: t('columns.submission'),
    value: ({ submission }) => shownFileName(submission.fileName),
    cell: ({ submission: { fileName, collectionReference, isLatest } }) => (
      <CellLines
        note={[t('collection', { reference: collectionReference }), ...(isLatest ? [] : [t('earlier')])].join(
          ' · ',
        )}
      >
        {shownFileName(fileName)}
      </CellLines>
    ),
    isSortable: false,
  },
  {
    id: 'uploaded',
    header: t('columns.uploaded'),
    value: ({ submission }) => submission.uploaded,
    cell: ({ submission }) => text(uploadedAt(submission.uploaded)),
    kind: 'moment',
    isSortable: false,
  },
  {
    id: 'status',
    header: t('columns.status'),
    value: ({ submission }) => submission.dpsFileStatus,
    cell: ({ submission }) => <TaskStatus rows={rows} submission={submission} />,
    isSortable: false,
  },
  {
    id: 'action',
    header: t('columns.action'),
    value: ({ submission }) => submission.dpsFileStatus,
    cell: line => <TaskAction rows={rows} line={line} actions={actions} />,
    isSortable: false,
  },
]

const tones: Readonly<Record<PseudonymisationRow['button'], Tone>> = {
  anonymise: 'neutral',
  anonymising: 'waiting',
  download: 'good',
  failed: 'failed',
}

function TaskStatus({ rows, submission }: { rows: PseudonymisationRows; submission: DpsSubmission }) {
  const t = useMessages('management.data-pseudonymisation')
  const text = useText()
  const row = usePseudonymisationRow(rows, submission.uuid)
  if (!row) return null
  const { button } = row
  const { size, cancelledBy, cancelledUtc } = submission
  if (button === 'anonymise' && cancelledBy !== null && cancelledUtc !== null)
    return (
      <CellLines note={t('status.cancelledBy', { at: text(loggedAt(cancelledUtc)), name: cancelledBy })}>
        <StatusTag tone="neutral" variant="plain">
          {t('status.cancelled')}
        </StatusTag>
      </CellLines>
    )
  return (
    <StatusTag tone={tones[button]} variant="plain">
      {button === 'download' && size !== null
        ? t('status.downloadSize', { size: text(bytes(size)) })
        : t(`status.${button}`)}
    </StatusTag>
  )
}

function TaskAction({
  rows,
  line: { provider, submission },
  actions: { cancel, mayAnonymise, mayReset },
}: {
  rows: PseudonymisationRows
  line: Line
  actions: Actions
}) {
  const t = useMessages('management.data-pseudonymisation')
  const text = useText()
  const row = usePseudonymisationRow(rows, submission.uuid)
  if (!row) return null
  // An administrator resets what has failed, and does nothing else here.
  if (!mayAnonymise && row.button !== 'failed') return '--'
  const labelOf = (action: string) =>
    t('action.of', { action, file: shownFileName(submission.fileName), provider: provider.provider })
  return (
    <Stack gap={1}>
      <Row gap={2}>
        <TaskButton row={row} label={labelOf(t(`action.${row.button}`))} reason={submission.reason} />
        {row.button === 'anonymising' && submission.mayCancel && (
          <Button
            variant="quiet"
            size="small"
            onPress={() => cancel.ask(submission)}
            aria-label={labelOf(t('action.cancel'))}
          >
            {t('action.cancel')}
          </Button>
        )}
        {row.button === 'failed' && mayReset && (
          <Button
            variant="quiet"
            size="small"
            onPress={row.reset}
            isPending={row.isBusy}
            aria-label={labelOf(t('action.reset'))}
          >
            {t('action.reset')}
          </Button>
        )}
      </Row>
      {row.problem && (
        <p role="alert" className={styles.problem}>
          {text(row.problem.reason)}
        </p>
      )}
    </Stack>
  )
}

/** The one button of a row: its words are those of specification 1 §4. */
function TaskButton({
  row,
  label,
  reason,
}: {
  row: PseudonymisationRow
  label: string
  reason: string | undefined
}) {
  const t = useMessages('management.data-pseudonymisation')
  const words = t(`action.${row.button}`)
  switch (row.button) {
    case 'anonymise':
      return (
        <Button size="small" onPress={row.anonymise} aria-label={label}>
          {words}
        </Button>
      )
    case 'download':
      return (
        <Button size="small" icon="download" onPress={row.download} isPending={row.isBusy} aria-label={label}>
          {words}
        </Button>
      )
    case 'anonymising':
      return (
        <Button size="small" disabledReason={t('action.anonymisingReason')} aria-label={label}>
          {words}
        </Button>
      )
    case 'failed':
      return (
        <Button size="small" disabledReason={reason ?? t('action.failedReason')} aria-label={label}>
          {words}
        </Button>
      )
  }
}
