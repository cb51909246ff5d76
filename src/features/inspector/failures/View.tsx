import { loggedAt } from '../../../domain/dates.ts'
import { shownFileName } from '../../../domain/fileName.ts'
import { actionLabel, exactStatusLabel } from '../../../domain/labels.ts'
import type { UserPrincipal } from '../../../domain/principal.ts'
import { type StatusName, statusOf } from '../../../domain/status.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import { factsFromWire } from '../../../domain/wire/facts.ts'
import { restsIn } from '../../../domain/wire/fileEvents.ts'
import {
  type FailureWire,
  getFailures,
  type InspectedSubmission,
  listInspectedSubmissions,
} from '../../../domain/wire/inspection.ts'
import { makeHistory, reprocess } from '../../../domain/wire/submissions.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import {
  explain,
  leafIdOf,
  type RepairEventType,
  repairAt,
  statusOfLeaf,
} from '../../../machines/submission-lifecycle/index.ts'
import type { Result } from '../../../machines/support/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  ConfirmDialog,
  formatCount,
  Link,
  notify,
  type PlainColumn,
  PlainTable,
  Stack,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { nothingOfSubmission, useInspectorAddress } from '../address.ts'
import { ChartDiagram } from '../diagram/ChartDiagram.tsx'
import type { Mark, Marks } from '../diagram/marks.ts'
import { statusNameOf } from '../history/events.ts'
import { OfCollection } from '../history/SubmissionPicker.tsx'
import type { ViewProps } from '../views.ts'

/** Where the submissions of a collection came to grief, and the way out. */
export function View({ chart }: ViewProps) {
  return <OfCollection>{collection => <Failures chart={chart} collection={collection} />}</OfCollection>
}

const marksOf = (failures: readonly FailureWire[]): Marks =>
  new Map(
    failures.map(({ statusId, visits }): [string, Mark] => [
      leafIdOf(statusNameOf(statusId)),
      { tone: 'failed', label: formatCount(visits) },
    ]),
  )

function Failures({ chart, collection }: ViewProps & { collection: CollectionWire }) {
  const t = useMessages('inspector.failures')
  const text = useText()
  const { reference } = collection
  const { address } = useInspectorAddress()
  const found = useResource(
    getFailures,
    { path: { reference } },
    { refreshOn: message => message.type === 'FILE_EVENT' && restsIn(collection.id, message) },
  )
  const chosen = statusOfLeaf(address.state ?? '')
  return (
    <WhenLoaded resource={found} loading={t('loading')} failed={t('failed')}>
      {({ failures }) => (
        <Stack gap={4}>
          {failures.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <PlainTable
              caption={t('caption')}
              columns={columnsOf(t, text)}
              rows={failures}
              rowId={({ statusId }) => String(statusId)}
              stacks
            />
          )}
          {chosen !== undefined && <Here collection={collection} status={chosen} />}
          <ChartDiagram chart={chart} marks={marksOf(failures)} />
        </Stack>
      )}
    </WhenLoaded>
  )
}

function StatusLink({ statusId }: { statusId: number }) {
  const text = useText()
  const { hrefOf } = useInspectorAddress()
  const status = statusNameOf(statusId)
  return (
    <Link href={hrefOf({ state: leafIdOf(status) })} variant="row">
      {text(exactStatusLabel(status))}
    </Link>
  )
}

const columnsOf = (t: Translate<'inspector.failures'>, text: ToText): PlainColumn<FailureWire>[] => [
  {
    id: 'status',
    header: t('columns.status'),
    isRowHeader: true,
    cell: row => <StatusLink statusId={row.statusId} />,
  },
  {
    id: 'current',
    header: t('columns.current'),
    kind: 'number',
    cell: ({ current }) => formatCount(current),
  },
  { id: 'visits', header: t('columns.visits'), kind: 'number', cell: ({ visits }) => formatCount(visits) },
  {
    id: 'retries',
    header: t('columns.retries'),
    kind: 'number',
    cell: ({ retries }) => formatCount(retries),
  },
  { id: 'reason', header: t('columns.reason'), cell: ({ lastReason }) => lastReason ?? t('noReason') },
  { id: 'last', header: t('columns.last'), cell: ({ lastAt }) => text(loggedAt(lastAt)) },
]

function Here({ collection, status }: { collection: CollectionWire; status: StatusName }) {
  const text = useText()
  const t = useMessages('inspector.failures')
  const { reference } = collection
  const found = useResource(
    listInspectedSubmissions,
    { path: { reference }, query: { statusId: String(statusOf(status).id) } },
    { refreshOn: message => message.type === 'FILE_EVENT' && restsIn(collection.id, message) },
  )
  const repair = repairAt(status)
  const again = useRepair(collection, repair)
  return (
    <Card title={t('here', { status: text(exactStatusLabel(status)) })} level={2}>
      <WhenLoaded resource={found} loading={t('loading')} failed={t('failed')} sketch="rows">
        {({ submissions }) => (
          <PlainTable
            caption={t('captionHere')}
            isCaptionHidden
            columns={[
              ...hereColumnsOf(t, text),
              ...(repair
                ? [
                    {
                      id: 'action',
                      header: t('columnsHere.action'),
                      cell: (row: InspectedSubmission) => (
                        <Button
                          size="small"
                          icon="refresh"
                          disabledReason={again.refusal(row)}
                          onPress={() => again.ask(row)}
                        >
                          {text(actionLabel(repair))}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
            rows={submissions}
            rowId={({ submissionId }) => submissionId}
            stacks
          />
        )}
      </WhenLoaded>
      {again.dialog(found.data?.submissions ?? [])}
    </Card>
  )
}

function FileLink({ submission }: { submission: InspectedSubmission }) {
  const { hrefOf } = useInspectorAddress()
  const href = hrefOf({ ...nothingOfSubmission, view: 'history', submission: submission.submissionId })
  return (
    <Link href={href} variant="row">
      {shownFileName(submission.fileName)}
    </Link>
  )
}

const hereColumnsOf = (
  t: Translate<'inspector.failures'>,
  text: ToText,
): PlainColumn<InspectedSubmission>[] => [
  {
    id: 'file',
    header: t('columnsHere.file'),
    isRowHeader: true,
    cell: row => <FileLink submission={row} />,
  },
  {
    id: 'provider',
    header: t('columnsHere.provider'),
    cell: ({ instId, providerName }) => `${providerName} (${instId})`,
  },
  { id: 'since', header: t('columnsHere.since'), cell: ({ since }) => text(loggedAt(since)) },
]

/** Why the work cannot be done again now, in the chart's words. */
const refusalOf = (row: InspectedSubmission, type: RepairEventType, principal: UserPrincipal) =>
  explain(statusNameOf(row.statusId), factsFromWire(row.facts), { type, actor: principal }).refusal?.reason

/** Doing the work again, after a question that says what is kept; which submission is asked about stands in the address. */
const useRepair = (collection: CollectionWire, type: RepairEventType = 'REPROCESSED') => {
  const text = useText()
  const t = useMessages('inspector.failures')
  const { call } = useServices()
  const { principal } = useViewer()
  const { parameter, go } = useInspectorAddress()
  const selectedId = parameter('reprocess')
  const close = () => go({ reprocess: undefined }, { replace: true })
  const action = useAction(
    ({ submissionId, instId }: InspectedSubmission): Promise<Result<unknown>> =>
      type === 'HISTORY_REQUESTED'
        ? call(makeHistory, { path: { uuid: submissionId } })
        : call(reprocess, {
            path: { reference: collection.reference },
            body: { instIds: [instId], submissionUuid: submissionId, withSubmitted: true },
          }),
    {
      onDone: row => {
        notify({ tone: 'good', title: t(`done.${type}`, { provider: row.providerName }) })
        close()
      },
    },
  )
  return {
    refusal: (row: InspectedSubmission) => text(refusalOf(row, type, principal)),
    ask: (row: InspectedSubmission) => go({ reprocess: row.submissionId }, { replace: true }),
    dialog: (rows: readonly InspectedSubmission[]) => {
      const row = rows.find(({ submissionId }) => submissionId === selectedId)
      return (
        <ConfirmDialog
          title={t(`dialog.title.${type}`)}
          isOpen={row !== undefined}
          confirmLabel={text(actionLabel(type))}
          cancelLabel={t('dialog.cancel')}
          isPending={action.isRunning}
          error={text(action.problem?.reason)}
          onConfirm={() => row && action.run(row)}
          onCancel={close}
        >
          <p>
            {row &&
              t(`dialog.text.${type}`, { file: shownFileName(row.fileName), provider: row.providerName })}
          </p>
          <p>{t(`dialog.kept.${type}`)}</p>
        </ConfirmDialog>
      )
    },
  }
}
