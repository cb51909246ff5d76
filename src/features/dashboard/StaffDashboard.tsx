import { acceptsSubmissions, collectionStateById, isActiveCollection } from '../../domain/collection.ts'
import { loggedAt, referencePeriod } from '../../domain/dates.ts'
import { summaryStepLabel } from '../../domain/labels.ts'
import type { UserPrincipal } from '../../domain/principal.ts'
import { summaryStepOf, summarySteps } from '../../domain/progress.ts'
import { specialStatutoryCode } from '../../domain/regulator.ts'
import { statusById } from '../../domain/status.ts'
import {
  type CollectionWire,
  listCollectionSubmissions,
  listCollections,
  type MonitoringRow,
} from '../../domain/wire/collections.ts'
import { isMonitoringBehind, monitoringAfter } from '../../domain/wire/fileEvents.ts'
import { useResource, useViewer } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import {
  Badge,
  Card,
  Columns,
  EmptyState,
  Link,
  LinkButton,
  Row,
  Stack,
  StatusTag,
  StepFunnel,
} from '../../ui/index.ts'
import { WhenLoaded } from '../common/Loaded.tsx'

const agencyParty = 2
const statutoryParty = 3

/** A card for each active collection: how far the providers are, and what awaits the viewer. */
export function StaffDashboard() {
  const t = useMessages('dashboard')
  const { may } = useViewer()
  const collections = useResource(listCollections, may('monitoring.view') ? {} : undefined, {
    refreshOn: message => message.type === 'COLLECTION',
  })
  if (!may('monitoring.view')) return <EmptyState title={t('empty.staffRole')} icon="lock" />
  return (
    <WhenLoaded resource={collections} loading={t('loading')} failed={t('failed')}>
      {({ collections: list }) => {
        const active = list.filter(collection => isActiveCollection(stateOf(collection)))
        const ordered = active.toSorted((a, b) => urgency(a) - urgency(b))
        if (active.length === 0) return <EmptyState title={t('empty.staff')} />
        return (
          <Columns layout="halves">
            {ordered.map(collection => (
              <CollectionCard key={collection.id} collection={collection} />
            ))}
          </Columns>
        )
      }}
    </WhenLoaded>
  )
}

const stateOf = ({ state }: CollectionWire) => collectionStateById(state.id)?.name ?? 'Draft'

const order = ['Open', 'Historic amendment', 'Validation']

/** Collections that take submissions stand first. */
const urgency = (collection: CollectionWire): number => {
  const at = order.indexOf(stateOf(collection))
  return at < 0 ? order.length : at
}

/** Rows whose next step is the viewer's. */
const awaiting = (
  rows: readonly MonitoringRow[],
  { organisationType, organisationId }: UserPrincipal,
): MonitoringRow[] =>
  rows.filter(({ awaitingParty, provider }) =>
    organisationType === 'agency'
      ? awaitingParty.id === agencyParty
      : awaitingParty.id === statutoryParty &&
        (provider.regulatorCode === organisationId || organisationId === specialStatutoryCode),
  )

const stepOf = ({ latestSubmission }: MonitoringRow) =>
  summaryStepOf(latestSubmission ? statusById(latestSubmission.status.id)?.name : undefined)

const lastUpload = (rows: readonly MonitoringRow[]): MonitoringRow | undefined =>
  rows
    .filter(({ latestSubmission }) => latestSubmission)
    .toSorted((a, b) =>
      (b.latestSubmission?.uploaded ?? '').localeCompare(a.latestSubmission?.uploaded ?? ''),
    )[0]

interface CollectionCardProps {
  collection: CollectionWire
}

function CollectionCard({ collection }: CollectionCardProps) {
  const text = useText()
  return (
    <Card
      title={collection.name}
      hint={text(referencePeriod(collection.referencePeriodStart, collection.referencePeriodEnd))}
      actions={<Badge>{collection.state.name}</Badge>}
    >
      {acceptsSubmissions(stateOf(collection)) ? (
        <Standing collection={collection} />
      ) : (
        <NothingToCount collection={collection} />
      )}
    </Card>
  )
}

const monitoringOf = ({ reference }: CollectionWire): string => `/monitoring/${reference}`

/** Nobody can submit in a Draft, nor while a collection only validates online: no figure is drawn (decisions §10). */
function NothingToCount({ collection }: CollectionCardProps) {
  const t = useMessages('dashboard')
  if (stateOf(collection) === 'Draft') return <p>{t('monitoring.notOpenYet')}</p>
  return (
    <Row justify="between" align="center">
      <span>{t('monitoring.validationOnly')}</span>
      <LinkButton href={monitoringOf(collection)} iconEnd="arrowRight">
        {t('monitoring.open')}
      </LinkButton>
    </Row>
  )
}

/** How far the providers are, what awaits the viewer, and the last upload. */
function Standing({ collection }: CollectionCardProps) {
  const text = useText()
  const t = useMessages('dashboard')
  const { principal } = useViewer()
  const summary = useResource(
    listCollectionSubmissions,
    { path: { reference: collection.reference }, query: {} },
    {
      refreshOn: (message, data) =>
        message.type === 'FILE_EVENT' &&
        message.collectionId === collection.id &&
        message.facts.mode === 'live' &&
        isMonitoringBehind(data?.submissions ?? [], message),
      follow: (data, message) =>
        message.type === 'FILE_EVENT' ? { submissions: monitoringAfter(data.submissions, message) } : data,
    },
  )
  const href = monitoringOf(collection)
  return (
    <WhenLoaded resource={summary} loading={t('loading')} failed={t('failed')}>
      {({ submissions: rows }) => {
        const mine = awaiting(rows, principal)
        const last = lastUpload(rows)
        const counts = summarySteps.map(step => ({
          ...step,
          count: rows.filter(row => stepOf(row).id === step.id).length,
        }))
        return (
          <Stack gap={4}>
            <StepFunnel
              title={t('monitoring.chart')}
              sentence={t('monitoring.sentence', { done: counts.at(-1)?.count ?? 0, total: rows.length })}
              labelHeader={t('monitoring.step')}
              valueHeader={t('monitoring.providers')}
              steps={counts.map(({ id, code, count }) => ({
                id: String(id),
                label: text(summaryStepLabel(code)),
                count,
              }))}
            />
            <Row justify="between" align="center">
              {mine.length === 0 ? (
                <span>{t('monitoring.nothingAwaits')}</span>
              ) : (
                <StatusTag tone="attention">
                  <Link
                    href={`${href}?ss.f.awaiting=${principal.organisationType === 'agency' ? agencyParty : statutoryParty}`}
                  >
                    {t('monitoring.awaits', { count: mine.length })}
                  </Link>
                </StatusTag>
              )}
              <LinkButton href={href} iconEnd="arrowRight">
                {t('monitoring.open')}
              </LinkButton>
            </Row>
            <p>
              {last
                ? t('monitoring.lastActivity', {
                    instant: text(loggedAt(last.latestSubmission?.uploaded)),
                    provider: last.provider.publishedName,
                  })
                : t('monitoring.noActivity')}
            </p>
          </Stack>
        )
      }}
    </WhenLoaded>
  )
}
