import { referencePeriod, uploadedAt } from '../../domain/dates.ts'
import { actionLabel, stepLabel } from '../../domain/labels.ts'
import { hasTag, isFinished, type StatusName, statusById } from '../../domain/status.ts'
import { type CollectionWire, listProviderCollections } from '../../domain/wire/collections.ts'
import { isListBehind, listAfter } from '../../domain/wire/fileEvents.ts'
import type { LiveMessage } from '../../domain/wire/live.ts'
import {
  getCommitAllowedStatus,
  listSubmissions,
  type ProviderListRow,
} from '../../domain/wire/submissions.ts'
import { useResource, useViewer } from '../../hooks/index.ts'
import { currentStep, type StepId, stepStates } from '../../machines/stepper/index.ts'
import { type ToText, type Translate, useMessages, useText } from '../../messages/index.ts'
import { Card, EmptyState, LinkButton, Row, Stack, StatusTag, Stepper } from '../../ui/index.ts'
import { pagePath } from '../common/address.ts'
import { WhenLoaded } from '../common/Loaded.tsx'
import { SubmissionStatus } from '../common/SubmissionStatus.tsx'

const states = ['open', 'historic_amendment']

/** A card for each collection in which the provider can do something, for those who may see its submissions. */
export function ProviderDashboard() {
  const t = useMessages('dashboard')
  const { may } = useViewer()
  return may('collections.view-submission') ? (
    <Collections />
  ) : (
    <EmptyState title={t('empty.role')} icon="lock" />
  )
}

function Collections() {
  const t = useMessages('dashboard')
  const { principal } = useViewer()
  const collections = useResource(listProviderCollections, {
    path: { instId: principal.organisationId },
    query: { 'state[]': states },
  })
  return (
    <WhenLoaded resource={collections} loading={t('loading')} failed={t('failed')}>
      {({ collections: list }) =>
        list.length === 0 ? (
          <EmptyState title={t('empty.provider')} />
        ) : (
          <Stack gap={4}>
            {list.map(collection => (
              <CollectionCard key={collection.id} collection={collection} />
            ))}
          </Stack>
        )
      }
    </WhenLoaded>
  )
}

/** The words of the stepper for the state of a step. */
const shownState = {
  complete: 'complete',
  active: 'current',
  waiting: 'waiting',
  error: 'error',
  locked: 'locked',
} as const

const nameOf = (id: number): StatusName => statusById(id)?.name ?? 'UNKNOWN'

interface Standing {
  latest: ProviderListRow | undefined
  status: StatusName
  history: StatusName[]
}

const standingOf = (rows: readonly ProviderListRow[]): Standing => {
  const latest = rows.find(({ IsLatest }) => IsLatest)
  return {
    latest,
    status: latest ? nameOf(latest.Status.Id) : 'UNKNOWN',
    history: latest?.StateHistory.map(({ StatusId }) => nameOf(StatusId)) ?? [],
  }
}

function CollectionCard({ collection }: { collection: CollectionWire }) {
  const t = useMessages('dashboard')
  const text = useText()
  const { principal } = useViewer()
  const concerns = (message: LiveMessage): boolean =>
    message.type === 'FILE_EVENT' && message.collectionId === collection.id
  const submissions = useResource(
    listSubmissions,
    { query: { collectionId: collection.id, instId: principal.organisationId } },
    {
      refreshOn: (message, data) =>
        message.type === 'FILE_EVENT' &&
        message.collectionId === collection.id &&
        message.facts.mode === 'live' &&
        isListBehind(data?.submissions ?? [], message),
      follow: (data, message) =>
        message.type === 'FILE_EVENT' ? { submissions: listAfter(data.submissions, message) } : data,
    },
  )
  const standing = submissions.data && standingOf(submissions.data.submissions)
  return (
    <Card
      title={collection.name}
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
        {() => standing && <Way collection={collection} standing={standing} concerns={concerns} />}
      </WhenLoaded>
    </Card>
  )
}

interface WayProps {
  collection: CollectionWire
  standing: Standing
  /** Messages after which what blocks the submission is asked anew. */
  concerns: (message: LiveMessage) => boolean
}

/** How far the submission is, and what comes next. */
function Way({ collection, standing, concerns }: WayProps) {
  const t = useMessages('dashboard')
  const text = useText()
  const { latest, status, history } = standing
  const isReported = hasTag(status, 'processed')
  const commit = useResource(
    getCommitAllowedStatus,
    latest && isReported ? { path: { id: latest.SubmissionId } } : undefined,
    { refreshOn: concerns },
  )
  const facts = {
    status,
    history,
    quality: isReported ? commit.data?.submissionStatuses : undefined,
    mode: 'live',
    isStatutoryCustomer: false,
  } as const
  const shown = currentStep(facts)
  return (
    <Stack gap={4}>
      <Stepper
        label={t('stepper', { collection: collection.name })}
        shown={shown}
        steps={stepStates(facts).map(({ id, state }) => ({
          id,
          label: text(stepLabel(id)),
          state: shownState[state],
        }))}
      />
      <Row justify="between" align="center">
        <span>
          {latest ? t('lastUpload', { instant: text(uploadedAt(latest.Uploaded)) }) : t('noUpload')}
        </span>
        <NextThing collection={collection} latest={latest} status={status} step={shown} />
      </Row>
    </Stack>
  )
}

interface NextThingProps {
  collection: CollectionWire
  latest: ProviderListRow | undefined
  status: StatusName
  step: StepId
}

/** What is done at a step: its one action, or what there is to see. */
const nextText = (t: Translate<'dashboard'>, text: ToText, step: StepId): string => {
  if (step === 'upload') return text(actionLabel('UPLOAD_REQUESTED'))
  return step === 'submit' ? text(actionLabel('SUBMIT')) : t(`next.${step}`)
}

/** The next thing to do, as a link to where it is done. */
function NextThing({ collection, latest, status, step }: NextThingProps) {
  const t = useMessages('dashboard')
  const text = useText()
  const { may } = useViewer()
  if (!latest) {
    if (!may('collections.upload-submission-file')) return null
    return (
      <LinkButton href="/submissions" variant="primary" icon="upload">
        {text(actionLabel('UPLOAD_REQUESTED'))}
      </LinkButton>
    )
  }
  if (isFinished(status)) return <span>{t('nothingLeft')}</span>
  const address = {
    area: 'submissions',
    collectionId: collection.id,
    submissionId: latest.SubmissionId,
  } as const
  return (
    <LinkButton href={pagePath(address, step)} variant="primary" iconEnd="arrowRight">
      {nextText(t, text, step)}
    </LinkButton>
  )
}
