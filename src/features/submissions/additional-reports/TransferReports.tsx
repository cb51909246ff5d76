import { lazy, Suspense } from 'react'
import {
  getTransfersIn,
  getTransfersOut,
  giveTransferConsent,
  listTransfersIn,
  listTransfersOut,
  remindOfTransfer,
  type TransferSenderWire,
  withdrawTransferConsent,
  writeToReceiver,
  writeToSender,
} from '../../../domain/wire/additionalReports.ts'
import type { LiveMessage } from '../../../domain/wire/live.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { notify, Skeleton } from '../../../ui/index.ts'
import { useDone } from '../../common/useDone.ts'
import { ReportFault } from './ReportFault.tsx'
import { useListDownload, useListTable } from './useListed.ts'

const TransfersOutView = lazy(async () => ({
  default: (await import('./TransfersOutView.tsx')).TransfersOutView,
}))
const TransfersInView = lazy(async () => ({
  default: (await import('./TransfersInView.tsx')).TransfersInView,
}))

/** Whether students are transferred from or to this submission who were not before, or their receiver has agreed. */
const tellsOfTransfers = (message: LiveMessage, { id, collectionId }: TransfersOf): boolean =>
  (message.type === 'TRANSFER_CONSENT' || message.type === 'TRANSFERS') &&
  (collectionId === undefined ? message.submissionId === id : message.collectionId === collectionId)

/** The submission that is shown. A receiver without a file has the id `new`, and names the collection. */
export interface TransfersOf {
  id: string
  collectionId?: string
}

/** An answer to one sender, or the same answer to several. */
interface Answered {
  senders: readonly [string, ...string[]]
  isGiven: boolean
}

/** A message to the other provider. */
interface Written {
  to: string
  text: string
}

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
  const { call, blob, now } = useServices()
  const { may } = useViewer()
  const summary = useResource(
    getTransfersOut,
    { path: { id } },
    { refreshOn: message => tellsOfTransfers(message, { id }) },
  )
  const known = summary.data?.receivers.find(receiver => receiver.instId !== null)?.instId ?? undefined
  const { table, order, page, instId, refusal } = useStudents(known)
  const path = { id, instId: instId ?? '' }
  const students = useResource(listTransfersOut, instId === undefined ? undefined : { path, query: page })
  const download = useListDownload(
    () => blob(listTransfersOut, { path, query: order }, 'text/csv'),
    `PGROUT.${id}.csv`,
  )
  const reminder = useAction(
    (to: string) => call(remindOfTransfer, { path: { id }, query: { instId: to } }),
    {
      onDone: (_, answer) => {
        summary.replace(answer)
        notify({ tone: 'good', title: t('out.reminderSent') })
      },
    },
  )
  const message = useAction(
    ({ to, text }: Written) => call(writeToReceiver, { path: { id }, query: { instId: to }, body: { text } }),
    { onDone: (_, answer) => summary.replace(answer) },
  )
  const isOffered = may('collections.pgr-transfer-consent')
  return (
    <Suspense fallback={<Skeleton shape="rows" label={t('loading')} />}>
      <TransfersOutView
        transfers={summary}
        reminder={{
          isOffered,
          send: reminder.run,
          pending: reminder.isRunning ? reminder.action : undefined,
          problem: reminder.problem,
        }}
        writing={{
          isOffered,
          send: (to, text) => message.run({ to, text }),
          pending: message.isRunning ? message.action?.to : undefined,
          problem: message.problem,
        }}
        now={now()}
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

/** Whether the server's chart still takes another answer to every one of the senders. */
const canTakeBack = (known: readonly TransferSenderWire[], answered: readonly string[]): boolean =>
  answered.every(instId => {
    const sender = known.find(one => one.instId === instId)
    return sender !== undefined && sender.refusal === null && !sender.isFinal
  })

/** PGRIN of a submission, or of a provider that has not uploaded a file. */
export function TransfersIn({
  collection,
  hasFile = true,
  ...of
}: TransfersOf & {
  collection: string
  /** Whether the receiver has uploaded a file. */
  hasFile?: boolean
}) {
  const t = useMessages('submissions.additional-reports')
  const { call, blob } = useServices()
  const { may, isProvider } = useViewer()
  const { id, collectionId } = of
  const named = collectionId === undefined ? {} : { collectionId }
  const summary = useResource(
    getTransfersIn,
    { path: { id }, query: named },
    { refreshOn: message => tellsOfTransfers(message, of) },
  )
  const readable = summary.data?.senders.filter(({ reading }) => reading === 'read') ?? []
  const { table, order, page, instId, refusal } = useStudents(readable[0]?.instId)
  // Another provider's students are asked for only once they may be read.
  const shown = readable.find(sender => sender.instId === instId)?.instId
  const path = { id, instId: shown ?? '' }
  const students = useResource(
    listTransfersIn,
    shown === undefined ? undefined : { path, query: { ...page, ...named } },
  )
  const download = useListDownload(
    () => blob(listTransfersIn, { path, query: { ...order, ...named } }, 'text/csv'),
    `PGRIN.${collectionId ?? id}.csv`,
  )
  const done = useDone()
  const answerSenders = async ({ senders, isGiven }: Answered) => {
    const change = isGiven ? giveTransferConsent : withdrawTransferConsent
    const [first, ...others] = senders
    let answer = await call(change, { path: { id }, query: { instId: first, ...named } })
    for (const sender of others)
      if (answer.ok) answer = await call(change, { path: { id }, query: { instId: sender, ...named } })
    return answer
  }
  const consent = useAction(answerSenders, {
    onDone: ({ senders, isGiven }, answer) => {
      summary.replace(answer)
      done(
        { title: isGiven ? t('in.done.given') : t('in.done.withdrawn') },
        canTakeBack(answer.senders, senders)
          ? { call: () => answerSenders({ senders, isGiven: !isGiven }), onDone: summary.replace }
          : undefined,
      )
    },
  })
  const message = useAction(
    ({ to, text }: Written) =>
      call(writeToSender, { path: { id }, query: { instId: to, ...named }, body: { text } }),
    { onDone: (_, answer) => summary.replace(answer) },
  )
  const askedAbout = consent.isOpen ? consent.action?.senders[0] : undefined
  const sender = summary.data?.senders.find(one => one.instId === askedAbout)
  return (
    <Suspense fallback={<Skeleton shape="rows" label={t('loading')} />}>
      <TransfersInView
        senders={summary}
        consent={{
          isOffered: isProvider,
          give: ([first, ...others]) =>
            first !== undefined && consent.run({ senders: [first, ...others], isGiven: true }),
          withdraw: (from: TransferSenderWire) => consent.ask({ senders: [from.instId], isGiven: false }),
          pending: consent.isRunning ? (consent.action?.senders ?? []) : [],
          problem: consent.isOpen ? undefined : consent.problem,
          asked: sender && { sender, confirm: consent.confirm, dismiss: consent.dismiss },
        }}
        writing={{
          isOffered: may('collections.pgr-transfer-consent'),
          send: (to, text) => message.run({ to, text }),
          pending: message.isRunning ? message.action?.to : undefined,
          problem: message.problem,
        }}
        collection={collection}
        hasFile={hasFile}
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
