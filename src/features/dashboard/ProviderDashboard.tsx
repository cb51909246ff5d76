import { lazy, Suspense } from 'react'
import { collectionStateById, listedStates, takesHistoricAmendments } from '../../domain/collection.ts'
import { referencePeriod } from '../../domain/dates.ts'
import { stepLabel } from '../../domain/labels.ts'
import {
  hasTag,
  isApproved,
  isAwaitingApproval,
  isFileFailure,
  type Replaced,
  type StatusName,
  type SubmissionMode,
  statusNameOf,
  submissionModes,
} from '../../domain/status.ts'
import { takesUpload } from '../../domain/uploadOffer.ts'
import type { ResponseOf } from '../../domain/wire/call.ts'
import { type CollectionWire, listProviderCollections } from '../../domain/wire/collections.ts'
import { isWithdrawn, restsIn } from '../../domain/wire/fileEvents.ts'
import { type LiveMessage, tellsOfIssuesIn } from '../../domain/wire/live.ts'
import type { ProviderListRow } from '../../domain/wire/submissions.ts'
import type { listTasks } from '../../domain/wire/tasks.ts'
import { useResource, useViewer } from '../../hooks/index.ts'
import { currentStep, stepNote, stepStates } from '../../machines/stepper/index.ts'
import type { Standing } from '../../machines/submission-lifecycle/index.ts'
import { useMessages, useText, withMessages } from '../../messages/index.ts'
import { Columns, EmptyState, Stack, StatusTag, StepBar } from '../../ui/index.ts'
import { pagePath } from '../common/address.ts'
import { WhenLoaded } from '../common/Loaded.tsx'
import { modes } from '../common/modes.ts'
import { SubmissionStatus } from '../common/SubmissionStatus.tsx'
import { stepperState } from '../common/stepperState.ts'
import { useOwnSubmissions } from '../common/useOwnSubmissions.ts'
import { useQualityOutcome } from '../common/useQualityOutcome.ts'
import { useTasks } from '../common/useTasks.ts'
import { DoNext } from './DoNext.tsx'
import { News } from './News.tsx'
import { Deadline, Progress } from './Progress.tsx'
import { SupplierTools } from './SupplierTools.tsx'
import { UploadCard } from './UploadCard.tsx'

/** Comes with the words of the check, for a file that it stopped. */
const StoppedFile = lazy(
  withMessages(async () => ({ default: (await import('./StoppedFile.tsx')).StoppedFile }), 'schemaErrors'),
)

const readOnly = ['closed', 'archived']

/** States of the collections that have a card: nothing can be done in a closed or archived one. */
const states = {
  live: listedStates.live.filter(code => !readOnly.includes(code)),
  ovt: listedStates.ovt,
} as const

/** All tasks of somebody are few; the list says how many there are if not. */
const tasksAtMost = '100'

type Tasks = ResponseOf<typeof listTasks> | undefined

interface OfMode {
  mode: SubmissionMode
}

/** What the viewer can do, a card for each collection in which the provider can do something, then what others did. */
export function ProviderDashboard() {
  const t = useMessages('dashboard')
  const { may } = useViewer()
  const tasks = useTasks({ limit: tasksAtMost })
  const seen = submissionModes.filter(mode => may(modes[mode].view))
  if (seen.length === 0) return <EmptyState title={t('empty.role')} icon="lock" />
  return (
    <Stack gap={4}>
      {seen.includes('live') && <DoNext tasks={tasks} />}
      {seen.map(mode => (
        <Collections key={mode} mode={mode} tasks={tasks.data} />
      ))}
      {seen.includes('ovt') && <SupplierTools />}
      <News />
    </Stack>
  )
}

/** By deadline; collections without one last. */
const byDeadline = (one: CollectionWire, other: CollectionWire): number =>
  (one.submissionDeadline ?? '9999').localeCompare(other.submissionDeadline ?? '9999')

function Collections({ mode, tasks }: OfMode & { tasks: Tasks }) {
  const t = useMessages('dashboard')
  const { principal } = useViewer()
  const collections = useResource(
    listProviderCollections,
    { path: { instId: principal.organisationId }, query: { 'state[]': [...states[mode]] } },
    {
      refreshOn: message =>
        message.type === 'COLLECTION' || (message.type === 'FILE_EVENT' && isWithdrawn(message)),
    },
  )
  return (
    <WhenLoaded resource={collections} loading={t('loading')} failed={t('failed')} sketch="dashboard">
      {({ collections: list }) =>
        list.length === 0 ? (
          <EmptyState title={t(`empty.${mode}`)} />
        ) : (
          <Columns>
            {list.toSorted(byDeadline).map(collection => (
              <CollectionCard key={collection.id} mode={mode} collection={collection} tasks={tasks} />
            ))}
          </Columns>
        )
      }
    </WhenLoaded>
  )
}

interface Latest {
  latest: ProviderListRow | undefined
  status: StatusName
  history: StatusName[]
  /** Every submission, the newest first. */
  rows: readonly ProviderListRow[]
}

const latestOf = (rows: readonly ProviderListRow[]): Latest => {
  const latest = rows.find(({ IsLatest }) => IsLatest)
  return {
    latest,
    status: latest ? statusNameOf(latest.Status.Id) : 'UNKNOWN',
    history: latest?.StateHistory.map(({ StatusId }) => statusNameOf(StatusId)) ?? [],
    rows,
  }
}

/** What of the provider's own another file would undo. */
const replacedBy = (mode: SubmissionMode, status: StatusName): Replaced | undefined => {
  if (mode === 'ovt') return undefined
  if (isApproved(status)) return 'approved'
  return isAwaitingApproval(status) ? 'pending' : undefined
}

interface CollectionCardProps extends OfMode {
  collection: CollectionWire
  tasks: Tasks
}

function CollectionCard({ mode, collection, tasks }: CollectionCardProps) {
  const t = useMessages('dashboard')
  const text = useText()
  const { may, principal } = useViewer()
  const { submissions, facts } = useOwnSubmissions(mode, collection)
  const own = submissions.data && latestOf(submissions.data.submissions)
  const { quality, facts: stepFacts } = useSteps(mode, collection, own)
  const steps = own && stepStates(stepFacts)
  const shown = currentStep(stepFacts)
  const at = steps?.findIndex(({ id }) => id === shown) ?? 0
  const { latest, status = 'UNKNOWN' } = own ?? {}
  const period = text(referencePeriod(collection.referencePeriodStart, collection.referencePeriodEnd))
  const { reference } = collection
  const isAmendment = takesHistoricAmendments(collectionStateById(collection.state.id)?.name ?? 'Draft')
  return (
    <UploadCard
      mode={mode}
      collection={collection}
      isOffered={may(modes[mode].upload) && facts !== undefined && takesUpload(facts)}
      replaces={replacedBy(mode, status)}
      isFirst={own !== undefined && latest === undefined}
      title={mode === 'live' ? collection.name : t('onlineValidation', { collection: collection.name })}
      href={
        latest &&
        pagePath(
          { area: modes[mode].area, collectionId: collection.id, submissionId: latest.SubmissionId },
          shown,
        )
      }
      hint={isAmendment ? t('card.amendment', { reference }) : t('card.period', { period, reference })}
      actions={
        <>
          {latest ? (
            <SubmissionStatus status={status} />
          ) : (
            own && <StatusTag tone="neutral">{t('notStarted')}</StatusTag>
          )}
          {/* A file that is only checked is never due. */}
          {mode === 'live' && (
            <Deadline deadline={collection.submissionDeadline} status={latest ? status : undefined} />
          )}
        </>
      }
    >
      <WhenLoaded resource={submissions} loading={t('loading')} failed={t('submissionsFailed')} sketch="rows">
        {() =>
          own &&
          steps && (
            <Stack gap={4}>
              <StepBar
                label={t('stepper', {
                  step: at + 1,
                  steps: steps.length,
                  collection: collection.name,
                  name: text(stepLabel(shown)),
                })}
                current={shown}
                steps={steps.map(step => ({
                  id: step.id,
                  label: text(stepLabel(step.id)),
                  state: step.blockedBy === undefined ? stepperState[step.state] : 'locked',
                  note: quality || step.state !== 'error' ? text(stepNote(step)) : undefined,
                }))}
              />
              {latest && isFileFailure(status) && (
                <Suspense>
                  <StoppedFile
                    mode={mode}
                    submissionId={latest.SubmissionId}
                    instId={principal.organisationId}
                    href={pagePath(
                      {
                        area: modes[mode].area,
                        collectionId: collection.id,
                        submissionId: latest.SubmissionId,
                      },
                      'processing',
                    )}
                  />
                </Suspense>
              )}
              <Progress
                mode={mode}
                collection={collection}
                rows={own.rows}
                standing={mode === 'live' ? standingIn(tasks, collection.id) : undefined}
              />
            </Stack>
          )
        }
      </WhenLoaded>
    </UploadCard>
  )
}

/** Who acts next in a collection; undefined until the tasks are loaded. */
const standingIn = (tasks: Tasks, id: string): Standing | undefined => {
  const found = tasks?.standings.find(({ collectionId }) => collectionId === id)
  return (
    found && {
      ...found,
      act: found.act ?? undefined,
      follows: found.follows ?? undefined,
      stopped: found.stopped ?? undefined,
      reader: 'provider',
    }
  )
}

/** The facts that the steps of a collection's card are drawn from. */
const useSteps = (mode: SubmissionMode, collection: CollectionWire, own: Latest | undefined) => {
  const { latest, status = 'UNKNOWN', history = [] } = own ?? {}
  const { quality } = useQualityOutcome({
    submissionId: hasTag(status, 'processed') ? latest?.SubmissionId : undefined,
    status,
    mode,
    refreshOn: (message: LiveMessage) =>
      (mode === 'live' && tellsOfIssuesIn(message, collection.id)) ||
      (message.type === 'FILE_EVENT' && message.facts.mode === mode && restsIn(collection.id, message)),
  })
  return { quality, facts: { status, history, quality, mode, isStatutoryCustomer: false } as const }
}
