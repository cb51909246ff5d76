import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import type { LiveMessage } from '../../../domain/wire/live.ts'
import {
  applyConfiguration,
  deleteSpecification,
  getSpecification,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import { PageTitle, useAction, useAddress, useResource, useServices } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { addresses } from '../common/addresses.ts'
import type { ConfigurationRequest } from './Configuration.tsx'
import { FieldList } from './FieldList.tsx'
import { RuleList } from './RuleList.tsx'
import { SpecificationView } from './view.tsx'

// A specification is configured once.
const Configuration = lazy(async () => ({ default: (await import('./Configuration.tsx')).Configuration }))

/** Whether a message tells of this specification; that it is in use follows from collections. */
const concerns = (message: LiveMessage, id: string): boolean =>
  message.type === 'COLLECTION' ||
  (message.type === 'SPECIFICATION' && String(message.specificationId) === id)

/** Route `/management/specifications/specs/{spec}` (specification 1 §2). */
export function Component() {
  const t = useMessages('management.specification')
  const { spec = '' } = useParams()
  const specification = useResource(
    getSpecification,
    { path: { id: spec } },
    { refreshOn: message => concerns(message, spec) },
  )
  return (
    <WhenLoaded resource={specification} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {data => <Specification specification={data} onChanged={specification.replace} />}
    </WhenLoaded>
  )
}

function Specification({
  specification,
  onChanged,
}: {
  specification: SpecificationWire
  onChanged: (specification: SpecificationWire) => void
}) {
  const t = useMessages('management.specification')
  const { call, navigate } = useServices()
  const [address] = useAddress()
  const path = { id: String(specification.id) }
  const remove = useAction<SpecificationWire, unknown>(() => call(deleteSpecification, { path }), {
    onDone: ({ version }) => {
      notify({ tone: 'good', title: t('deleted'), text: version })
      navigate(addresses.specifications)
    },
  })
  const apply = useAction<ConfigurationRequest, SpecificationWire>(
    body => call(applyConfiguration, { path, body }),
    { onDone: () => navigate(addresses.specifications) },
  )
  const tab = address.get('tab') === 'fields' ? 'fields' : 'rules'
  return (
    <>
      <PageTitle title={`${t('crumb')} (${specification.version})`} />
      <SpecificationView specification={specification} onChanged={onChanged} removal={remove}>
        <Stack gap={4}>
          {specification.awaitsConfiguration && (
            <Suspense>
              <Configuration specification={specification} apply={apply} />
            </Suspense>
          )}
          {tab === 'rules' ? (
            <RuleList specification={specification} />
          ) : (
            <FieldList specification={specification} />
          )}
        </Stack>
      </SpecificationView>
    </>
  )
}
