import { useHref } from 'react-router'
import { loggedAt } from '../../../domain/dates.ts'
import { impactReach } from '../../../domain/impact.ts'
import { isJobOver } from '../../../domain/job.ts'
import { type DifferenceKind, ruleDifferences, usualFormer } from '../../../domain/specification.ts'
import { getImpact, type ImpactWire, listImpacts } from '../../../domain/wire/impact.ts'
import type { JobWire } from '../../../domain/wire/jobs.ts'
import {
  getSpecificationDifference,
  listSpecifications,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { useResource } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Card,
  CopyLink,
  type Description,
  DescriptionList,
  formatCount,
  Link,
  LinkButton,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { OfflineCheck } from '../../common/OfflineCheck.tsx'
import { specificationPath } from '../common/addresses.ts'
import { useRegulatorName } from '../common/regulatorNames.ts'

interface OfSpecification {
  specification: SpecificationWire
}

/** The specification that this one is compared with where nobody says otherwise; undefined while it is not known. */
export const useFormer = (specification: SpecificationWire): SpecificationWire | undefined => {
  const list = useResource(listSpecifications, {})
  return usualFormer(list.data?.specifications ?? [], specification)
}

/** The difference from another specification, of one kind of change. */
const differencePath = (id: number, former: SpecificationWire, kind: DifferenceKind): string =>
  `${specificationPath(id)}/difference?${new URLSearchParams({ with: String(former.id), 'rules.kind': kind })}`

/** Beside a specification: who changed it when, how it differs from the one before it, and what it would change. */
export function SideCards({
  specification,
  former,
}: OfSpecification & { former: SpecificationWire | undefined }) {
  const t = useMessages('management.specification')
  const text = useText()
  const { updatedUtc, updatedBy, createdUtc, createdBy } = specification
  return (
    <Stack gap={4}>
      <Card title={t('side')}>
        <DescriptionList
          items={[
            { id: 'updated', term: t('updated'), value: text(loggedAt(updatedUtc)) },
            { id: 'updatedBy', term: t('updatedBy'), value: updatedBy },
            { id: 'created', term: t('created'), value: text(loggedAt(createdUtc)) },
            { id: 'createdBy', term: t('createdBy'), value: createdBy },
          ]}
        />
      </Card>
      {former && <Against specification={specification} former={former} />}
      <WholeImpact specification={specification} />
      <Card title={t('offline')}>
        <OfflineCheck id={specification.id} version={specification.version} />
      </Card>
    </Stack>
  )
}

const parts = ['added', 'removed', 'tolerances', 'words', 'conditions'] as const

function Against({ specification, former }: OfSpecification & { former: SpecificationWire }) {
  const t = useMessages('management.specification')
  const { id } = specification
  const { version } = former
  const difference = useResource(
    getSpecificationDifference,
    { path: { id: String(id), formerId: String(former.id) } },
    { refreshOn: message => message.type === 'SPECIFICATION' && message.specificationId === id },
  )
  return (
    <Card title={t('against.title', { version })}>
      <WhenLoaded
        resource={difference}
        loading={t('against.loading', { version })}
        failed={t('against.failed')}
        level={3}
      >
        {({ rules }) => {
          const counts = ruleDifferences(rules)
          return (
            <DescriptionList
              items={parts.map((part): Description => {
                const [count, what] = [counts[part], t(`against.${part}`)]
                return {
                  id: part,
                  term: what,
                  value:
                    count === 0 ? (
                      formatCount(0)
                    ) : (
                      <Link
                        href={differencePath(id, former, part)}
                        aria-label={t('against.link', { count, what })}
                      >
                        {formatCount(count)}
                      </Link>
                    ),
                }
              })}
            />
          )
        }}
      </WhenLoaded>
    </Card>
  )
}

const impactPath = (id: number, jobId?: string): string =>
  `${specificationPath(id)}/impact${jobId ? `?${new URLSearchParams({ job: jobId })}` : ''}`

function WholeImpact({ specification }: OfSpecification) {
  const t = useMessages('management.specification')
  const { id } = specification
  const impacts = useResource(
    listImpacts,
    { path: { id: String(id) } },
    { refreshOn: message => message.type === 'JOB' && message.kind === 'IMPACT' && isJobOver(message.state) },
  )
  return (
    <Card title={t('whole.title')}>
      <WhenLoaded resource={impacts} loading={t('whole.loading')} failed={t('whole.failed')} level={3}>
        {({ jobs: [latest] }) =>
          latest ? (
            <LatestImpact specification={specification} job={latest} />
          ) : (
            <Stack gap={3}>
              <p>{t('whole.none')}</p>
              <Row>
                <LinkButton href={impactPath(id)} size="small">
                  {t('whole.find')}
                </LinkButton>
              </Row>
            </Stack>
          )
        }
      </WhenLoaded>
    </Card>
  )
}

function LatestImpact({ specification, job }: OfSpecification & { job: JobWire }) {
  const t = useMessages('management.specification')
  const text = useText()
  const { id, updatedUtc } = specification
  const { counts, collection, createdUtc } = job
  const impact = useResource(getImpact, { path: { id: String(id), jobId: job.id } })
  const done = counts.DONE + counts.REFUSED
  const address = impactPath(id, job.id)
  const whole = useHref(address)
  return (
    <Stack gap={3}>
      <p>
        {isJobOver(job.state)
          ? t('whole.run', { collection: collection.name, at: text(loggedAt(createdUtc)) })
          : t('whole.underWay', {
              done,
              total: done + counts.WAITING + counts.LEFT,
              collection: collection.name,
            })}{' '}
        {createdUtc < updatedUtc && <strong>{t('whole.stale')}</strong>}
      </p>
      <WhenLoaded resource={impact} loading={t('whole.loading')} failed={t('whole.failed')} level={3}>
        {found => <Reach impact={found} />}
      </WhenLoaded>
      <Row gap={2}>
        <LinkButton href={address} size="small">
          {t('whole.open')}
        </LinkButton>
        <CopyLink href={whole} label={t('whole.copy')} doneLabel={t('whole.copied')} />
      </Row>
    </Stack>
  )
}

function Reach({ impact }: { impact: ImpactWire }) {
  const t = useMessages('management.specification')
  const nameOf = useRegulatorName()
  const { inside, outside } = impactReach(impact)
  const touched = impact.regulators.map(({ code }) => nameOf(code))
  return (
    <DescriptionList
      items={[
        { id: 'inside', term: t('whole.inside'), value: t('whole.reach', inside) },
        { id: 'outside', term: t('whole.outside'), value: t('whole.reach', outside) },
        {
          id: 'regulators',
          term: t('whole.regulators'),
          value: touched.join(', ') || t('whole.noRegulators'),
        },
      ]}
    />
  )
}
