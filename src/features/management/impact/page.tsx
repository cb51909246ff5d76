import { useParams } from 'react-router'
import { withParameter } from '../../../domain/addressFilters.ts'
import { referenceOfVersion } from '../../../domain/collection.ts'
import { loggedAt } from '../../../domain/dates.ts'
import { isJobOver } from '../../../domain/job.ts'
import { listCollections } from '../../../domain/wire/collections.ts'
import { getImpact, type ImpactWire, listImpacts, startImpact } from '../../../domain/wire/impact.ts'
import { cancelJob, type JobWire } from '../../../domain/wire/jobs.ts'
import type { LiveMessage } from '../../../domain/wire/live.ts'
import { getSpecification, type SpecificationWire } from '../../../domain/wire/specifications.ts'
import {
  PageTitle,
  useAction,
  useAddress,
  useResource,
  useServices,
  useViewer,
} from '../../../hooks/index.ts'
import { ok } from '../../../machines/support/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  LinkButton,
  Page,
  PageHeader,
  ProgressBar,
  Row,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure, WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { Found } from './Found.tsx'

/** Rows between two looks at what was found so far: each is a message, and what is found is much. */
const rowsBetween = 10

/** Whether a message tells of this job what is worth a look. */
const isWorthALook = (message: LiveMessage, jobId: string): boolean =>
  message.type === 'JOB' &&
  message.jobId === jobId &&
  (isJobOver(message.state) || (message.counts.DONE + message.counts.REFUSED) % rowsBetween === 0)

/** Route `/management/specifications/specs/{spec}/impact?job={id}`: what a specification would change. */
export function Component() {
  const t = useMessages('management.impact')
  const { spec = '' } = useParams()
  const specification = useResource(
    getSpecification,
    { path: { id: spec } },
    { refreshOn: message => message.type === 'SPECIFICATION' && String(message.specificationId) === spec },
  )
  return (
    <WhenLoaded resource={specification} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {given => <Impact specification={given} />}
    </WhenLoaded>
  )
}

function Impact({ specification }: { specification: SpecificationWire }) {
  const t = useMessages('management.impact')
  const [address] = useAddress()
  const job = address.get('job')
  const { id, version } = specification
  const title = t('title', { version })
  return (
    <Page
      breadcrumbs={
        <ManagementCrumbs parent="specifications" within={{ label: version, href: specificationPath(id) }} />
      }
      header={
        <PageHeader
          title={title}
          actions={<LinkButton href={`${specificationPath(id)}/difference`}>{t('difference')}</LinkButton>}
        >
          {t('lead')}
        </PageHeader>
      }
    >
      <PageTitle title={title} />
      <Stack gap={4}>
        <Choosing specification={specification} job={job} />
        {job && <Following key={job} specificationId={id} jobId={job} />}
      </Stack>
    </Page>
  )
}

function Choosing({ specification, job }: { specification: SpecificationWire; job: string | null }) {
  const t = useMessages('management.impact')
  const text = useText()
  const { call } = useServices()
  const { may } = useViewer()
  const [address, change] = useAddress()
  const path = { id: String(specification.id) }
  const collections = useResource(listCollections, {})
  const earlier = useResource(listImpacts, { path })
  const put = (name: string, value: string) => change(former => withParameter(former, name, value))
  const known = collections.data?.collections ?? []
  const own = referenceOfVersion(specification.version)
  const usual = known.find(({ reference }) => reference === own) ?? known[0]
  const chosen = address.get('collection') ?? usual?.reference ?? null
  const find = useAction<string, string>(
    async (collectionReference, id) => {
      const result = await call(startImpact, { path, body: { id, collectionReference } })
      return result.ok ? ok(id) : result
    },
    {
      onDone: (_, id) => {
        earlier.refresh()
        put('job', id)
      },
    },
  )
  const label = ({ collection, createdUtc, createdBy }: JobWire) =>
    t('by', { collection: collection.name, who: createdBy, at: text(loggedAt(createdUtc)) })
  return (
    <Card>
      <Stack gap={3}>
        <Row gap={3} align="end">
          <Select
            label={t('collection')}
            value={chosen}
            options={known.map(({ reference, name }) => ({ id: reference, label: name }))}
            onChange={reference => put('collection', reference)}
          />
          {may('management.specifications') && (
            <Button variant="primary" onPress={() => chosen && find.run(chosen)} isPending={find.isRunning}>
              {t('find')}
            </Button>
          )}
          {(earlier.data?.jobs.length ?? 0) > 0 && (
            <Select
              label={t('earlier')}
              value={job}
              placeholder={t('none')}
              options={(earlier.data?.jobs ?? []).map(one => ({ id: one.id, label: label(one) }))}
              onChange={id => put('job', id)}
            />
          )}
        </Row>
        <ActionFailure title={t('findFailed')} problem={find.problem} />
      </Stack>
    </Card>
  )
}

function Following({ specificationId, jobId }: { specificationId: number; jobId: string }) {
  const t = useMessages('management.impact')
  const impact = useResource(
    getImpact,
    { path: { id: String(specificationId), jobId } },
    { refreshOn: message => isWorthALook(message, jobId) },
  )
  return (
    <WhenLoaded resource={impact} loading={t('loading')} failed={t('failed')} sketch="rows">
      {given => (
        <Stack gap={4}>
          <Progress impact={given} />
          <Found impact={given} />
        </Stack>
      )}
    </WhenLoaded>
  )
}

function Progress({ impact: { job } }: { impact: ImpactWire }) {
  const t = useMessages('management.impact')
  const names = useMessages('job')
  const text = useText()
  const { call } = useServices()
  const { counts, state } = job
  const cancel = useAction<string, unknown>(id => call(cancelJob, { path: { id } }))
  const done = counts.DONE + counts.REFUSED
  const total = done + counts.WAITING + counts.LEFT
  return (
    <Card
      title={names(`states.${state}`)}
      hint={t('by', {
        collection: job.collection.name,
        who: job.createdBy,
        at: text(loggedAt(job.createdUtc)),
      })}
      actions={
        job.mayCancel && (
          <Button onPress={() => cancel.run(job.id)} isPending={cancel.isRunning}>
            {t('cancel')}
          </Button>
        )
      }
    >
      <Stack gap={2}>
        <ActionFailure title={t('cancelFailed')} problem={cancel.problem} />
        <ProgressBar
          label={t('progress')}
          value={total === 0 ? 0 : done / total}
          amount={t('progressOf', { done, total })}
          tone={isJobOver(state) ? 'good' : 'accent'}
        />
        {counts.REFUSED > 0 && <p>{t('refused', { count: counts.REFUSED })}</p>}
      </Stack>
    </Card>
  )
}
