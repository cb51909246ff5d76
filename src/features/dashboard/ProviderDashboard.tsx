import { listedStates } from '../../domain/collection.ts'
import { referencePeriod } from '../../domain/dates.ts'
import { actionLabel, stepLabel } from '../../domain/labels.ts'
import {
  hasTag,
  isFinished,
  type StatusName,
  type SubmissionMode,
  statusById,
  submissionModes,
} from '../../domain/status.ts'
import { takesUpload } from '../../domain/uploadOffer.ts'
import { type CollectionWire, listProviderCollections } from '../../domain/wire/collections.ts'
import { isWithdrawn, restsIn } from '../../domain/wire/fileEvents.ts'
import { type LiveMessage, tellsOfIssuesIn } from '../../domain/wire/live.ts'
import type { ProviderListRow } from '../../domain/wire/submissions.ts'
import { useResource, useViewer } from '../../hooks/index.ts'
import { currentStep, type StepId, stepNote, stepStates } from '../../machines/stepper/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../messages/index.ts'
import { EmptyState, LinkButton, Stack, StatusTag, Stepper } from '../../ui/index.ts'
import { pagePath } from '../common/address.ts'
import { WhenLoaded } from '../common/Loaded.tsx'
import { modes } from '../common/modes.ts'
import { SubmissionStatus } from '../common/SubmissionStatus.tsx'
import { stepperState } from '../common/stepperState.ts'
import { useOwnSubmissions } from '../common/useOwnSubmissions.ts'
import { useQualityOutcome } from '../common/useQualityOutcome.ts'
import { News } from './News.tsx'
import { Standing } from './Standing.tsx'
import { UploadCard } from './UploadCard.tsx'

const readOnly = ['closed', 'archived']

/** States of the collections that have a card: in a closed or archived one nothing can be done. */
const states = {
  live: listedStates.live.filter(code => !readOnly.includes(code)),
  ovt: listedStates.ovt,
} as const

interface OfMode {
  mode: SubmissionMode
}

/** A card for each collection in which the provider can do something, for those who may see its submissions. */
export function ProviderDashboard() {
  const t = useMessages('dashboard')
  const { may } = useViewer()
  const seen = submissionModes.filter(mode => may(modes[mode].view))
  if (seen.length === 0) return <EmptyState title={t('empty.role')} icon="lock" />
  return (
    <Stack gap={4}>
      <News />
      {seen.map(mode => (
        <Collections key={mode} mode={mode} />
      ))}
    </Stack>
  )
}

function Collections({ mode }: OfMode) {
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
    <WhenLoaded resource={collections} loading={t('loading')} failed={t('failed')}>
      {({ collections: list }) =>
        list.length === 0 ? (
          <EmptyState title={t(`empty.${mode}`)} />
        ) : (
          <Stack gap={4}>
            {list.map(collection => (
              <CollectionCard key={collection.id} mode={mode} collection={collection} />
            ))}
          </Stack>
        )
      }
    </WhenLoaded>
  )
}

const nameOf = (id: number): StatusName => statusById(id)?.name ?? 'UNKNOWN'

interface Place {
  latest: ProviderListRow | undefined
  status: StatusName
  history: StatusName[]
  /** Every submission, the newest first. */
  rows: readonly ProviderListRow[]
}

const standingOf = (rows: readonly ProviderListRow[]): Place => {
  const latest = rows.find(({ IsLatest }) => IsLatest)
  return {
    latest,
    status: latest ? nameOf(latest.Status.Id) : 'UNKNOWN',
    history: latest?.StateHistory.map(({ StatusId }) => nameOf(StatusId)) ?? [],
    rows,
  }
}

interface CollectionCardProps extends OfMode {
  collection: CollectionWire
}

function CollectionCard({ mode, collection }: CollectionCardProps) {
  const t = useMessages('dashboard')
  const text = useText()
  const { may } = useViewer()
  const concerns = (message: LiveMessage): boolean =>
    (mode === 'live' && tellsOfIssuesIn(message, collection.id)) ||
    (message.type === 'FILE_EVENT' && message.facts.mode === mode && restsIn(collection.id, message))
  const { submissions, facts } = useOwnSubmissions(mode, collection)
  const standing = submissions.data && standingOf(submissions.data.submissions)
  return (
    <UploadCard
      mode={mode}
      collection={collection}
      isOffered={may(modes[mode].upload) && facts !== undefined && takesUpload(facts)}
      title={mode === 'live' ? collection.name : t('onlineValidation', { collection: collection.name })}
      hint={text(referencePeriod(collection.referencePeriodStart, collection.referencePeriodEnd))}
      actions={
        standing?.latest ? (
          <SubmissionStatus status={standing.status} />
        ) : (
          standing && <StatusTag tone="neutral">{t('notStarted')}</StatusTag>
        )
      }
    >
      <WhenLoaded resource={submissions} loading={t('loading')} failed={t('submissionsFailed')} sketch="rows">
        {() =>
          standing && <Way mode={mode} collection={collection} standing={standing} concerns={concerns} />
        }
      </WhenLoaded>
    </UploadCard>
  )
}

interface WayProps extends OfMode {
  collection: CollectionWire
  standing: Place
  /** Messages after which what blocks the submission is asked anew. */
  concerns: (message: LiveMessage) => boolean
}

/** How far the submission is, and what comes next. */
function Way({ mode, collection, standing, concerns }: WayProps) {
  const t = useMessages('dashboard')
  const text = useText()
  const { latest, status, history, rows } = standing
  const { quality } = useQualityOutcome({
    submissionId: hasTag(status, 'processed') ? latest?.SubmissionId : undefined,
    status,
    mode,
    refreshOn: concerns,
  })
  const facts = {
    status,
    history,
    quality,
    mode,
    isStatutoryCustomer: false,
  } as const
  const shown = currentStep(facts)
  return (
    <Stack gap={4}>
      <Stepper
        label={t('stepper', { collection: collection.name })}
        shown={shown}
        steps={stepStates(facts).map(step => ({
          id: step.id,
          label: text(stepLabel(step.id)),
          state: step.blockedBy === undefined ? stepperState[step.state] : 'locked',
          note: text(stepNote(step)),
        }))}
      />
      <Standing mode={mode} collection={collection} rows={rows} latest={latest} status={status}>
        <NextThing mode={mode} collection={collection} latest={latest} status={status} step={shown} />
      </Standing>
    </Stack>
  )
}

interface NextThingProps extends OfMode {
  collection: CollectionWire
  latest: ProviderListRow | undefined
  status: StatusName
  step: StepId
}

/** What is done at a step: its one action, or what there is to see. `sendsFile`: the viewer can send one now. */
const nextText = (t: Translate<'dashboard'>, text: ToText, step: StepId, sendsFile: boolean): string => {
  if (step === 'upload') return sendsFile ? text(actionLabel('UPLOAD_REQUESTED')) : t('next.seeUpload')
  return step === 'submit' ? text(actionLabel('SUBMIT')) : t(`next.${step}`)
}

/** The next thing to do, as a link to where it is done. */
function NextThing({ mode, collection, latest, status, step }: NextThingProps) {
  const t = useMessages('dashboard')
  const text = useText()
  const { may } = useViewer()
  const mayUpload = may(modes[mode].upload)
  if (!latest) {
    if (!mayUpload) return null
    return (
      <LinkButton href={`/${modes[mode].area}`} variant="primary" icon="upload">
        {text(actionLabel('UPLOAD_REQUESTED'))}
      </LinkButton>
    )
  }
  if (isFinished(status)) return <span>{t('nothingLeft')}</span>
  const address = {
    area: modes[mode].area,
    collectionId: collection.id,
    submissionId: latest.SubmissionId,
  } as const
  return (
    <LinkButton href={pagePath(address, step)} variant="primary" iconEnd="arrowRight">
      {nextText(t, text, step, mayUpload && !hasTag(status, 'busy'))}
    </LinkButton>
  )
}
