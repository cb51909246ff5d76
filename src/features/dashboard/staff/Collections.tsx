import {
  acceptsSubmissions,
  collectionStateById,
  isActiveCollection,
  isDraft,
  isOpen,
} from '../../../domain/collection.ts'
import { calendarDay } from '../../../domain/dates.ts'
import { daysUntil } from '../../../domain/deadline.ts'
import { stepNeedLabel } from '../../../domain/progressLabels.ts'
import { getNewsSinceYesterday, listWorstRules } from '../../../domain/wire/collectionOverview.ts'
import { type CollectionWire, getStepSummary, listCollections } from '../../../domain/wire/collections.ts'
import { areRulesBehind, isOverviewBehind } from '../../../domain/wire/fileEvents.ts'
import { useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  Columns,
  EmptyState,
  Link,
  LinkButton,
  PlainTable,
  Row,
  ShareBar,
  Stack,
  StatTiles,
} from '../../../ui/index.ts'
import { pagePath } from '../../common/address.ts'
import { BurnUp } from '../../common/BurnUp.tsx'
import { CollectionStateTag } from '../../common/CollectionStateTag.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'

interface OfCollection {
  collection: CollectionWire
}

const stateOf = ({ state }: CollectionWire) => collectionStateById(state.id)?.name ?? 'Draft'

const order = ['Open', 'Historic amendment', 'Validation']

/** Collections that take submissions stand first. */
const urgency = (collection: CollectionWire): number => {
  const at = order.indexOf(stateOf(collection))
  return at < 0 ? order.length : at
}

const monitoringOf = ({ reference }: CollectionWire): string => `/monitoring/${reference}`

/** The open collections large, those in Historic amendment with their steps, every other active one in a line (decisions §10). */
export function Collections() {
  const t = useMessages('dashboard.staff')
  const collections = useResource(
    listCollections,
    {},
    { refreshOn: message => message.type === 'COLLECTION' },
  )
  return (
    <WhenLoaded resource={collections} loading={t('collection.loading')} failed={t('collection.failed')}>
      {({ collections: list }) => {
        const active = list
          .filter(collection => isActiveCollection(stateOf(collection)))
          .toSorted((a, b) => urgency(a) - urgency(b))
        if (active.length === 0) return <EmptyState title={t('empty.staff')} />
        return (
          <Stack gap={4}>
            {active.map(collection =>
              isOpen(stateOf(collection)) ? (
                <OpenCollection key={collection.id} collection={collection} />
              ) : (
                <SmallCollection key={collection.id} collection={collection} />
              ),
            )}
          </Stack>
        )
      }}
    </WhenLoaded>
  )
}

function OpenCollection({ collection }: OfCollection) {
  const t = useMessages('dashboard.staff')
  const text = useText()
  const { now } = useServices()
  const { may } = useViewer()
  const deadline = collection.submissionDeadline
  const days = deadline === null ? undefined : daysUntil(deadline, new Date(now()))
  return (
    <Card
      title={collection.name}
      href={monitoringOf(collection)}
      hint={
        deadline !== null &&
        days !== undefined &&
        t('collection.deadline', {
          left: days < 0 ? t('collection.over') : t('collection.daysLeft', { days }),
          date: text(calendarDay(deadline)),
        })
      }
      actions={<CollectionStateTag state={collection.state} />}
      footer={
        <>
          <News collection={collection} />
          <MonitoringLink collection={collection} />
        </>
      }
    >
      <Stack gap={4}>
        <Steps collection={collection} />
        <BurnUp reference={collection.reference} collectionId={collection.id} />
        {may('monitoring.rules') && <Worst collection={collection} />}
      </Stack>
    </Card>
  )
}

/** How many providers stand at each step, and need something there; asked for again when a file comes to rest. */
function Steps({ collection }: OfCollection) {
  const t = useMessages('dashboard.staff')
  const text = useText()
  const steps = useResource(
    getStepSummary,
    { path: { reference: collection.reference }, query: {} },
    { refreshOn: message => areRulesBehind(collection.id, message) },
  )
  return (
    <WhenLoaded resource={steps} loading={t('collection.chart')} failed={t('collection.failed')}>
      {({ steps: counts }) => (
        <StatTiles
          label={t('collection.chart')}
          tiles={counts.map(({ step, name, count, needing, need }) => ({
            id: String(step.id),
            label: name,
            value: count,
            note: needing > 0 && text(stepNeedLabel(need, needing)),
            href: `${monitoringOf(collection)}?${new URLSearchParams({ 'ss.f.step': String(step.id) })}`,
          }))}
        />
      )}
    </WhenLoaded>
  )
}

/** What has changed since yesterday; asked for again when a file comes to rest. */
function News({ collection: { id, reference } }: OfCollection) {
  const t = useMessages('dashboard.staff')
  const news = useResource(
    getNewsSinceYesterday,
    { path: { reference } },
    { refreshOn: message => message.type === 'FILE_EVENT' && isOverviewBehind(id, message) },
  )
  if (!news.data) return <span>{news.status === 'failed' && t('news.failed')}</span>
  const { uploads, submitted, signedOff } = news.data
  return (
    <span>
      {uploads + submitted + signedOff === 0 ? t('news.none') : t('news', { uploads, submitted, signedOff })}
    </span>
  )
}

/** The rules that are outside tolerance at most providers, and the providers with most rules outside. */
function Worst({ collection }: OfCollection) {
  const t = useMessages('dashboard.staff')
  const worst = useResource(
    listWorstRules,
    { path: { reference: collection.reference } },
    { refreshOn: message => areRulesBehind(collection.id, message) },
  )
  return (
    <WhenLoaded resource={worst} loading={t('rules.title')} failed={t('rules.failed')} sketch="rows">
      {({ providers, rules, worstProviders }) =>
        rules.length === 0 ? (
          <p>{t('rules.none')}</p>
        ) : (
          <Columns>
            <Stack gap={2}>
              <PlainTable
                caption={t('worst.title')}
                columns={[
                  {
                    id: 'provider',
                    header: t('queue.provider'),
                    isRowHeader: true,
                    cell: ({ name, instId, submissionUuid }) => (
                      <Link
                        href={pagePath(
                          {
                            area: 'monitoring',
                            reference: collection.reference,
                            collectionId: collection.id,
                            instId,
                            submissionId: submissionUuid,
                          },
                          'reports',
                        )}
                        variant="row"
                      >
                        {name}
                      </Link>
                    ),
                  },
                  {
                    id: 'outside',
                    header: t('worst.outside'),
                    cell: ({ outside }) => outside,
                    kind: 'number',
                  },
                  {
                    id: 'blocking',
                    header: t('worst.blocking'),
                    cell: ({ blocking }) => blocking,
                    kind: 'number',
                  },
                ]}
                rows={worstProviders}
                rowId={({ instId }) => instId}
              />
              <Row>
                <Link href={monitoringOf(collection)}>{t('worst.all')}</Link>
              </Row>
            </Stack>
            <Stack gap={2}>
              <PlainTable
                caption={t('rules.title')}
                columns={[
                  {
                    id: 'rule',
                    header: t('rules.rule'),
                    isRowHeader: true,
                    cell: ({ name }) => name,
                  },
                  {
                    id: 'outside',
                    header: t('rules.outside'),
                    cell: ({ outside }) => (
                      <ShareBar
                        share={outside / Math.max(1, providers)}
                        label={t('rules.bar', { outside, providers })}
                      />
                    ),
                  },
                  {
                    id: 'count',
                    header: t('rules.count'),
                    cell: ({ outside }) => outside,
                    kind: 'number',
                  },
                ]}
                rows={rules}
                rowId={({ code }) => code}
              />
              <Row>
                <Link href={`${monitoringOf(collection)}?mi.open=rules`}>{t('rules.all')}</Link>
              </Row>
            </Stack>
          </Columns>
        )
      }
    </WhenLoaded>
  )
}

/** A collection that is not open, in a line: how far an amended one is, or why there is nothing to do in it. */
function SmallCollection({ collection }: OfCollection) {
  const t = useMessages('dashboard.staff')
  const state = stateOf(collection)
  return (
    <Card
      title={collection.name}
      {...(isDraft(state) ? {} : { href: monitoringOf(collection) })}
      hint={
        acceptsSubmissions(state) ? (
          <Done collection={collection} />
        ) : (
          t(isDraft(state) ? 'collection.notOpenYet' : 'collection.validationOnly')
        )
      }
      actions={<CollectionStateTag state={collection.state} />}
    />
  )
}

/** How many providers of a collection are done. */
function Done({ collection }: OfCollection) {
  const t = useMessages('dashboard.staff')
  const steps = useResource(
    getStepSummary,
    { path: { reference: collection.reference }, query: {} },
    { refreshOn: message => areRulesBehind(collection.id, message) },
  )
  if (!steps.data) return steps.status === 'failed' ? t('collection.failed') : null
  const counts = steps.data.steps
  return t('collection.sentence', {
    done: counts.at(-1)?.count ?? 0,
    total: counts.reduce((sum, { count }) => sum + count, 0),
  })
}

function MonitoringLink({ collection }: OfCollection) {
  const t = useMessages('dashboard.staff')
  return (
    <LinkButton href={monitoringOf(collection)} iconEnd="arrowRight">
      {t('collection.open')}
    </LinkButton>
  )
}
