import { useParams } from 'react-router'
import { usualFormer } from '../../../domain/specification.ts'
import {
  getSpecificationDifference,
  listSpecifications,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { PageTitle, useAddress, useResource } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { EmptyState, Page, PageHeader, Select, Stack } from '../../../ui/index.ts'
import { DifferencePart } from '../../common/Difference.tsx'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { specificationPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { useRegulatorName } from '../common/regulatorNames.ts'
import styles from './page.module.css'

const has = ({ specifications }: { specifications: readonly SpecificationWire[] }, item: string): boolean =>
  specifications.some(({ id }) => String(id) === item)

/** Route `/management/specifications/specs/{spec}/difference?with={id}`: what differs from another specification. */
export function Component() {
  const t = useMessages('management.difference')
  const { spec = '' } = useParams()
  const list = useResource(
    listSpecifications,
    { item: spec },
    { has, refreshOn: ({ type }) => type === 'SPECIFICATION' },
  )
  return (
    <WhenLoaded resource={list} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {({ specifications }) => {
        const shown = specifications.find(({ id }) => String(id) === spec)
        return shown && <Compared shown={shown} others={specifications.filter(({ id }) => id !== shown.id)} />
      }}
    </WhenLoaded>
  )
}

function Compared({ shown, others }: { shown: SpecificationWire; others: readonly SpecificationWire[] }) {
  const t = useMessages('management.difference')
  const [address, change] = useAddress()
  const chosen = address.get('with')
  const usual = usualFormer(others, shown)
  const former = chosen === null ? usual : others.find(({ id }) => String(id) === chosen)
  const formerId = former && String(former.id)
  const { id, version } = shown
  const title = t('title', { version })
  return (
    <Page
      breadcrumbs={
        <ManagementCrumbs parent="specifications" within={{ label: version, href: specificationPath(id) }} />
      }
      header={<PageHeader title={title} />}
    >
      <PageTitle title={title} />
      {others.length > 0 ? (
        <Stack gap={4}>
          <div className={styles.choice}>
            <Select
              label={t('against')}
              value={formerId ?? null}
              options={others.map(other => ({
                id: String(other.id),
                label: other.version,
                hint: other.state.name,
              }))}
              onChange={next => change(() => new URLSearchParams({ with: next }), { replace: true })}
            />
          </div>
          {chosen !== null && !former && (
            <EmptyState title={t('formerGone')} level={2}>
              {t('formerGoneHint')}
            </EmptyState>
          )}
          {formerId && <Differences id={String(id)} formerId={formerId} version={version} />}
        </Stack>
      ) : (
        <EmptyState title={t('none')} level={2} />
      )}
    </Page>
  )
}

function Differences({ id, formerId, version }: { id: string; formerId: string; version: string }) {
  const t = useMessages('management.difference')
  const difference = useResource(getSpecificationDifference, { path: { id, formerId } })
  const regulatorName = useRegulatorName()
  return (
    <WhenLoaded resource={difference} loading={t('loading')} failed={t('failed')} level={2}>
      {({ former, rules, derivedFields }) => (
        <Stack gap={4}>
          <DifferencePart
            name="rules"
            title={t('rules')}
            difference={rules}
            versions={[former.version, version]}
            regulatorName={regulatorName}
          />
          <DifferencePart
            name="fields"
            title={t('fields')}
            difference={derivedFields}
            versions={[former.version, version]}
          />
        </Stack>
      )}
    </WhenLoaded>
  )
}
