import { useParams } from 'react-router'
import { collectionStateOf, hasReportsToCome } from '../../domain/collection.ts'
import { calendarDay, referencePeriod } from '../../domain/dates.ts'
import { daysUntil } from '../../domain/deadline.ts'
import { type CollectionWire, getCollection } from '../../domain/wire/collections.ts'
import { PageTitle, useResource, useServices, useTable, useViewer } from '../../hooks/index.ts'
import { tableDefaults } from '../../machines/table-state/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import {
  Accordion,
  type AccordionItem,
  type AccordionProps,
  Banner,
  Breadcrumbs,
  EmptyState,
  LinkButton,
  Page,
  PageHeader,
  Skeleton,
} from '../../ui/index.ts'
import { BurnUp } from '../common/BurnUp.tsx'
import { CollectionStateTag } from '../common/CollectionStateTag.tsx'
import { isAbsent, LoadFailure } from '../common/Loaded.tsx'
import { NextSubmission } from '../common/NextSubmission.tsx'
import { NotFoundPage } from '../common/NotFound.tsx'
import { Term } from '../common/Term.tsx'
import { useAwaitingMe } from '../common/useAwaitingMe.ts'
import { ActivityLog } from './ActivityLog.tsx'
import styles from './CollectionMonitoring.module.css'
import { StepSummary } from './StepSummary.tsx'
import { SubmissionSummary, SummaryHead, useSubmissions } from './SubmissionSummary.tsx'
import { useSummaryTable } from './summaryTable.ts'

/** Route `/monitoring/:reference` (specification 2 §2.5). */
export function Component() {
  const t = useMessages('monitoring')
  const reference = useParams().reference ?? ''
  const collection = useResource(
    getCollection,
    { path: { reference } },
    { refreshOn: message => message.type === 'COLLECTION' && message.reference === reference },
  )
  if (isAbsent(collection)) {
    return (
      <NotFoundPage
        problem={collection.problem}
        title={t('collection.notFound.title')}
        back={{ href: '/monitoring', label: t('collection.back') }}
      >
        {t('collection.notFound.text')}
      </NotFoundPage>
    )
  }
  if (collection.data) return <Collection collection={collection.data} />
  return (
    <Page>
      {collection.status === 'failed' ? (
        <LoadFailure
          title={t('collection.failed')}
          problem={collection.problem}
          onRetry={collection.retry}
          level={1}
        />
      ) : (
        <>
          <PageTitle title={t('collections.title')} />
          <Skeleton shape="page" label={t('collection.loading')} />
        </>
      )}
    </Page>
  )
}

function Collection({ collection }: { collection: CollectionWire }) {
  const t = useMessages('monitoring')
  const text = useText()
  const { may } = useViewer()
  const { name, reference, referencePeriodStart, referencePeriodEnd, state } = collection
  const { now } = useServices()
  const deadline = collection.submissionDeadline
  const days = deadline === null ? 0 : daysUntil(deadline, new Date(now()))
  // While a collection only validates online nothing can be submitted: there is nothing to count.
  const isValidation = state.id === collectionStateOf('Validation').id
  const isDraft = state.id === collectionStateOf('Draft').id
  return (
    <Page
      isDense
      breadcrumbs={
        <Breadcrumbs
          label={t('breadcrumbs')}
          crumbs={[{ id: 'list', label: t('collections.title'), href: '/monitoring' }]}
        />
      }
      banner={
        hasReportsToCome(collection) ? (
          <Banner tone="waiting" icon="info" isLine title={t('collection.additionalReports')} />
        ) : undefined
      }
      header={
        <PageHeader
          title={name}
          status={<CollectionStateTag state={state} />}
          meta={[
            text(referencePeriod(referencePeriodStart, referencePeriodEnd)),
            reference,
            ...(deadline === null
              ? []
              : [
                  t('collection.deadline', {
                    date: text(calendarDay(deadline)),
                    left: days < 0 ? t('collection.over') : t('collection.daysLeft', { days }),
                  }),
                ]),
          ].join(' · ')}
          actions={
            <>
              {!isDraft && !isValidation && may('monitoring.queue') && (
                <NextAwaiting collection={collection} />
              )}
              {!isDraft && !isValidation && may('monitoring.rules') && (
                <LinkButton href={`/monitoring/${reference}/rules`}>{t('sections.rules')}</LinkButton>
              )}
              {!isDraft && (
                <LinkButton href={`/monitoring/${reference}/sector`}>{t('collection.sector')}</LinkButton>
              )}
              <LinkButton href="/monitoring" icon="arrowLeft">
                {t('collection.back')}
              </LinkButton>
            </>
          }
        />
      }
    >
      <PageTitle title={name} />
      {isDraft ? (
        <EmptyState title={t('collection.notOpenYet.title')} level={2} icon="lock">
          {t('collection.notOpenYet.text')}
        </EmptyState>
      ) : (
        <Sections collection={collection} isValidation={isValidation} />
      )}
    </Page>
  )
}

interface SectionsProps {
  collection: CollectionWire
  /** Whether the collection only validates online. */
  isValidation: boolean
}

function Sections({ collection, isValidation }: SectionsProps) {
  const t = useMessages('monitoring')
  const { isAgency } = useViewer()
  const sections = useTable(
    'milestones',
    tableDefaults({ expanded: isValidation ? ['ovt'] : ['steps', 'submissions'] }),
  )
  const shown = {
    expanded: sections.state.expanded,
    onChange: (expanded: string[]) => sections.change({ expanded }),
  }
  const agencyOnly: AccordionItem[] = isAgency
    ? [
        {
          id: 'ovt',
          title: t('sections.ovt'),
          actions: (
            <Term id="ovt" isMark>
              {t('sections.ovt')}
            </Term>
          ),
          children: () => <ValidationSummary collection={collection} />,
        },
        {
          id: 'activity',
          title: t('sections.activity'),
          children: () => (
            <div className={styles.section}>
              <ActivityLog collection={collection} />
            </div>
          ),
        },
      ]
    : []
  if (isValidation) return <Accordion {...shown} isDense items={agencyOnly} />
  return <LiveSections {...shown} collection={collection} others={agencyOnly} />
}

interface LiveSectionsProps extends Pick<AccordionProps, 'expanded' | 'onChange'> {
  collection: CollectionWire
  /** Come after those of what is submitted. */
  others: readonly AccordionItem[]
}

/** The sections of what is submitted. Picture and table of the submissions have one state between them. */
function LiveSections({ collection, others, ...shown }: LiveSectionsProps) {
  const t = useMessages('monitoring')
  const { id, reference } = collection
  const summary = useSummaryTable(reference, 'live')
  const list = useSubmissions(collection, 'live', summary)
  const live: AccordionItem[] = [
    {
      id: 'steps',
      title: t('sections.steps'),
      actions: <p className={styles.hint}>{t('steps.hint')}</p>,
      children: () => (
        <div className={styles.overview}>
          <StepSummary collection={collection} summary={summary} />
          <BurnUp reference={reference} collectionId={id} isCompact />
        </div>
      ),
    },
    {
      id: 'submissions',
      title: t('sections.submissions'),
      actions: <SummaryHead list={list} />,
      children: () => <SubmissionSummary list={list} />,
    },
  ]
  return <Accordion {...shown} isDense items={[...live, ...others]} />
}

function ValidationSummary({ collection }: { collection: CollectionWire }) {
  const summary = useSummaryTable(collection.reference, 'ovt')
  return <SubmissionSummary list={useSubmissions(collection, 'ovt', summary)} />
}

/** Leads to the submission that has waited longest for the viewer; nothing if none waits. */
function NextAwaiting({ collection }: { collection: CollectionWire }) {
  const [next] = useAwaitingMe(collection) ?? []
  return next ? <NextSubmission next={next} /> : null
}
