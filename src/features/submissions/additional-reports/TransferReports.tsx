import { lazy, Suspense } from 'react'
import {
  getTransfersIn,
  getTransfersOut,
  giveTransferConsent,
  listTransfersIn,
  listTransfersOut,
  withdrawTransferConsent,
} from '../../../domain/wire/additionalReports.ts'
import type { LiveMessage } from '../../../domain/wire/live.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { notify, Skeleton } from '../../../ui/index.ts'
import { mapLoaded } from '../../common/Loaded.tsx'
import { ReportFault } from './ReportFault.tsx'
import { useListDownload, useListTable } from './useListed.ts'

const TransfersOutView = lazy(async () => ({
  default: (await import('./TransfersOutView.tsx')).TransfersOutView,
}))
const TransfersInView = lazy(async () => ({
  default: (await import('./TransfersInView.tsx')).TransfersInView,
}))

/** Whether students are transferred from or to this submission who were not before, or their receiver has agreed. */
const tellsOfTransfers = (message: LiveMessage, submissionId: string): boolean =>
  (message.type === 'TRANSFER_CONSENT' || message.type === 'TRANSFERS') &&
  message.submissionId === submissionId

/** Which provider's students are shown, by the address, and whether the viewer may read them. */
const useStudents = (usual: string | undefined) => {
  const listed = useListTable()
  const text = useText()
  const refusal = text(useViewer().refusal('collections.reports-validation-details'))
  const chosen = listed.table.state.filters.provider?.[0] ?? usual
  return { ...listed, refusal, instId: refusal === undefined ? chosen : undefined }
}

/** PGROUT of a submission. */
export function TransfersOut({ id }: { id: string }) {
  const t = useMessages('submissions.additional-reports')
  const { blob } = useServices()
  const summary = useResource(
    getTransfersOut,
    { path: { id } },
    { refreshOn: message => tellsOfTransfers(message, id) },
  )
  const known = summary.data?.receivers.find(receiver => receiver.instId !== null)?.instId ?? undefined
  const { table, order, page, instId, refusal } = useStudents(known)
  const path = { id, instId: instId ?? '' }
  const students = useResource(listTransfersOut, instId === undefined ? undefined : { path, query: page })
  const download = useListDownload(
    () => blob(listTransfersOut, { path, query: order }, 'text/csv'),
    `PGROUT.${id}.csv`,
  )
  return (
    <Suspense fallback={<Skeleton shape="rows" label={t('loading')} />}>
      <TransfersOutView
        receivers={mapLoaded(summary, ({ receivers }) => receivers)}
        studentsHref={provider => table.hrefWith('provider', [provider])}
        students={
          instId === undefined
            ? undefined
            : { instId, page: students, table: table.state, onTableChange: table.change, download }
        }
        refusal={refusal}
      />
      <ReportFault report={students.data} table={table} />
    </Suspense>
  )
}

/** PGRIN of a submission. */
export function TransfersIn({ id }: { id: string }) {
  const t = useMessages('submissions.additional-reports')
  const { call, blob } = useServices()
  const { may } = useViewer()
  const summary = useResource(
    getTransfersIn,
    { path: { id } },
    { refreshOn: message => tellsOfTransfers(message, id) },
  )
  const readable = summary.data?.senders.filter(({ reading }) => reading === 'read') ?? []
  const { table, order, page, instId, refusal } = useStudents(readable[0]?.instId)
  // Another provider's students are asked for only once they may be read.
  const shown = readable.find(sender => sender.instId === instId)?.instId
  const path = { id, instId: shown ?? '' }
  const students = useResource(listTransfersIn, shown === undefined ? undefined : { path, query: page })
  const download = useListDownload(
    () => blob(listTransfersIn, { path, query: order }, 'text/csv'),
    `PGRIN.${id}.csv`,
  )
  const consent = useAction(
    ({ sender, isGiven }: { sender: string; isGiven: boolean }) =>
      call(isGiven ? giveTransferConsent : withdrawTransferConsent, {
        path: { id },
        query: { instId: sender },
      }),
    {
      onDone: ({ isGiven }, answer) => {
        summary.replace(answer)
        notify({ tone: 'good', title: isGiven ? t('in.done.given') : t('in.done.withdrawn') })
      },
    },
  )
  return (
    <Suspense fallback={<Skeleton shape="rows" label={t('loading')} />}>
      <TransfersInView
        senders={mapLoaded(summary, ({ senders }) => senders)}
        consent={{
          isOffered: may('collections.pgr-transfer-consent'),
          give: sender => consent.run({ sender, isGiven: true }),
          withdraw: sender => consent.run({ sender, isGiven: false }),
          pending: consent.isRunning ? consent.action?.sender : undefined,
          problem: consent.problem,
        }}
        studentsHref={provider => table.hrefWith('provider', [provider])}
        students={
          shown === undefined
            ? undefined
            : { instId: shown, page: students, table: table.state, onTableChange: table.change, download }
        }
        refusal={refusal}
      />
      <ReportFault report={students.data} table={table} />
    </Suspense>
  )
}
