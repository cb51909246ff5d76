import {
  acceptsSubmissions,
  collectionStateById,
  hasReportsToCome,
  isOpen,
  phaseOfRow,
} from '../../../domain/collection.ts'
import { calendarDay, loggedAt, referencePeriod } from '../../../domain/dates.ts'
import type { UserPrincipal } from '../../../domain/principal.ts'
import { hasPart } from '../../../domain/record.ts'
import type { CollectionWire } from '../../../domain/wire/collections.ts'
import type { CollectionEventWire } from '../../../domain/wire/management.ts'
import type { SpecificationWire } from '../../../domain/wire/specifications.ts'
import { PageTitle } from '../../../hooks/index.ts'
import { detailsRefusal } from '../../../machines/collection-state/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  Columns,
  DescriptionList,
  EventList,
  Link,
  LinkButton,
  type ListedEvent,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { CollectionStateTag } from '../../common/CollectionStateTag.tsx'
import { contactHref } from '../../common/contact.ts'
import { type Loaded, WhenLoaded } from '../../common/Loaded.tsx'
import { ReprocessOffer } from '../bulk-run/ReprocessOffer.tsx'
import { SpecificationChoice, StateButtons } from '../collections/choices.tsx'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { BeforeCard } from './Before.tsx'
import { CostCentres } from './CostCentres.tsx'
import { Days } from './Days.tsx'
import { useEventWords } from './eventWords.ts'
import { Pausing } from './Pausing.tsx'
import { SetUp } from './SetUp.tsx'
import { SetUpPath } from './SetUpPath.tsx'
import { targetWords } from './targetWords.ts'

type Events = Loaded<{ events: CollectionEventWire[] }>

export interface CollectionViewProps {
  collection: CollectionWire
  events: Events
  /** Those that a collection can be given; undefined until they are loaded. */
  specifications: readonly SpecificationWire[] | undefined
  onChanged: (collection: CollectionWire) => void
  actor: UserPrincipal
  mayAssign: boolean
}

/** One collection: what it is, its state and specification, and what changed when by whom. */
export function CollectionView(props: CollectionViewProps) {
  const { collection, events, onChanged, specifications, mayAssign } = props
  const t = useMessages('management.collection')
  const state = collectionStateById(collection.state.id)
  const isPrepared = phaseOfRow(collection) === 'preparation'
  const mayChange = state !== undefined && !detailsRefusal(state.name, props.actor, { changesPeriod: false })
  const specificationChoice = (
    <SpecificationChoice
      collection={collection}
      specifications={specifications}
      mayAssign={mayAssign}
      onChanged={onChanged}
    />
  )
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="collections" />}
      header={
        <PageHeader
          title={isPrepared ? t('setUp.title', { name: collection.name }) : collection.name}
          status={<CollectionStateTag state={collection.state} />}
          meta={collection.reference}
          actions={!isPrepared && <ChangeDetails {...props} />}
        />
      }
    >
      <PageTitle title={collection.name} />
      <ReprocessOffer />
      <Columns layout="main-side">
        <Stack gap={4}>
          {isPrepared ? (
            <SetUp
              collection={collection}
              specification={specificationChoice}
              mayChange={mayChange}
              onChanged={onChanged}
            />
          ) : (
            <Details collection={collection} />
          )}
          <Card title={t('events.title')}>
            <WhenLoaded
              resource={events}
              loading={t('events.loading')}
              failed={t('events.failed')}
              sketch="rows"
            >
              {data => <Happened events={data.events} />}
            </WhenLoaded>
          </Card>
        </Stack>
        <Stack gap={4}>
          <Card title={t('state.title')}>
            <Stack gap={3}>
              <Row>
                <CollectionStateTag state={collection.state} />
              </Row>
              {isPrepared && <SetUpPath collection={collection} events={events.data?.events} />}
              <StateButtons collection={collection} onChanged={onChanged} />
            </Stack>
          </Card>
          {isPrepared && <BeforeCard collection={collection} />}
          {state && acceptsSubmissions(state.name) && (
            <Card title={t('pause.card')}>
              <Pausing collection={collection} mayChange={mayChange} onChanged={onChanged} />
            </Card>
          )}
          {state && isOpen(state.name) && mayChange && (
            <Card title={t('schedule.title')}>
              <Days collection={collection} days={['closesOn']} onChanged={onChanged} />
            </Card>
          )}
          <Card title={t('specification.title')} hint={t('specification.hint')}>
            <Stack gap={3}>
              {!isPrepared && specificationChoice}
              {events.data && <FormerSpecifications events={events.data.events} />}
            </Stack>
          </Card>
          {hasPart(collection.record, 'additionalReports') && (
            <Card title={t('costCentres.title')} hint={t('costCentres.hint')}>
              <CostCentres reference={collection.reference} />
            </Card>
          )}
        </Stack>
      </Columns>
    </Page>
  )
}

/** The way to the form, for who may ever change a collection; while the collection does not allow it, with the reason. */
function ChangeDetails({ collection, actor }: Pick<CollectionViewProps, 'collection' | 'actor'>) {
  const t = useMessages('management.collection')
  const text = useText()
  const state = collectionStateById(collection.state.id)
  const refusal = state && detailsRefusal(state.name, actor, { changesPeriod: false })
  if (refusal?.kind === 'forbidden') return null
  return (
    <LinkButton
      href={`/management/collections/${collection.reference}/details`}
      disabledReason={refusal && text(refusal.reason)}
    >
      {t('details.change')}
    </LinkButton>
  )
}

function Details({ collection }: { collection: CollectionWire }) {
  const t = useMessages('management.collection')
  const text = useText()
  const { referencePeriodStart, referencePeriodEnd, submissionDeadline, supportContact } = collection
  return (
    <Card title={t('details.title')}>
      <DescriptionList
        items={[
          { id: 'name', term: t('details.name'), value: collection.name },
          { id: 'reference', term: t('details.reference'), value: <code>{collection.reference}</code> },
          {
            id: 'period',
            term: t('details.period'),
            value: text(referencePeriod(referencePeriodStart, referencePeriodEnd)),
          },
          {
            id: 'deadline',
            term: t('details.deadline'),
            value:
              submissionDeadline === null ? t('details.noDeadline') : text(calendarDay(submissionDeadline)),
          },
          {
            id: 'contact',
            term: t('details.contact'),
            value:
              supportContact === null ? (
                t('details.noContact')
              ) : (
                <Link href={contactHref(supportContact)}>{supportContact}</Link>
              ),
          },
          {
            id: 'issues',
            term: t('details.issues'),
            value: collection.disallowCreateIssues
              ? t('details.issuesBySystem')
              : t('details.issuesByProviders'),
          },
          ...(collection.additionalReportsReleased || hasReportsToCome(collection)
            ? [
                {
                  id: 'reports',
                  term: t('details.reports'),
                  value: hasReportsToCome(collection) ? t('details.notReleased') : t('details.released'),
                },
              ]
            : []),
          {
            id: 'signing',
            term: t('details.signing'),
            value: collection.signsInPortal ? t('details.signedInPortal') : t('details.signedCopy'),
          },
          {
            id: 'approvers',
            term: t('details.approvers'),
            value: collection.approversDiffer ? t('details.approversDiffer') : t('details.approversSame'),
          },
          {
            id: 'targets',
            term: t('targets.title'),
            value: targetWords(t, text, collection.stayTargets),
          },
        ]}
      />
    </Card>
  )
}

/** The specifications that the collection has had before, the latest first. */
function FormerSpecifications({ events }: { events: readonly CollectionEventWire[] }) {
  const t = useMessages('management.collection')
  const text = useText()
  const former = events.flatMap(({ sequence, changes, by, occurredUtc }) =>
    changes.flatMap(({ field, before }) =>
      field === 'specification' && typeof before === 'string'
        ? [{ sequence, version: before, by, occurredUtc }]
        : [],
    ),
  )
  if (former.length === 0) return <p>{t('specification.none')}</p>
  return (
    <EventList
      label={t('specification.history')}
      events={former.map(({ sequence, version, by, occurredUtc }) => ({
        id: String(sequence),
        icon: 'clock',
        tone: 'neutral',
        title: version,
        hint: t('specification.until', { at: text(loggedAt(occurredUtc)), by }),
        at: '',
      }))}
    />
  )
}

const icons: Readonly<Record<string, ListedEvent['icon']>> = {
  CREATE: 'plus',
  ASSIGN_SPECIFICATION: 'file',
  CHANGE_DETAILS: 'columns',
}

function Happened({ events }: { events: readonly CollectionEventWire[] }) {
  const t = useMessages('management.collection')
  const text = useText()
  const words = useEventWords()
  if (events.length === 0) return <p>{t('events.empty')}</p>
  return (
    <EventList
      label={t('events.title')}
      events={events.map(event => ({
        id: String(event.sequence),
        icon: icons[event.event] ?? 'arrowRight',
        tone: 'neutral',
        title: words(event).title,
        hint: words(event).hint,
        at: text(loggedAt(event.occurredUtc)),
      }))}
    />
  )
}
