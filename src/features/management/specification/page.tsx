import { useParams } from 'react-router'
import { referenceOfVersion } from '../../../domain/collection.ts'
import type { LiveMessage } from '../../../domain/wire/live.ts'
import {
  applyConfiguration,
  deleteSpecification,
  getSpecification,
  type SpecificationWire,
} from '../../../domain/wire/specifications.ts'
import {
  PageTitle,
  useAction,
  useAddress,
  useResource,
  useServices,
  useViewer,
} from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import { notify, Stack } from '../../../ui/index.ts'
import { WhenLoaded } from '../../common/Loaded.tsx'
import { addresses } from '../common/addresses.ts'
import { ConfigurationStep } from '../common/ConfigurationStep.tsx'
import { useStartFrom } from '../common/useStartFrom.ts'
import { FieldList } from './FieldList.tsx'
import { RuleList } from './RuleList.tsx'
import { SpecificationView } from './view.tsx'

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
  const tab = address.get('tab') === 'fields' ? 'fields' : 'rules'
  return (
    <>
      <PageTitle title={`${t('crumb')} (${specification.version})`} />
      <SpecificationView specification={specification} onChanged={onChanged} removal={remove}>
        <Stack gap={4}>
          {specification.awaitsConfiguration && <Configuration specification={specification} />}
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

/** The step that comes first for a new specification (specification 1 §2). */
function Configuration({ specification }: { specification: SpecificationWire }) {
  const text = useText()
  const { call, navigate } = useServices()
  const { refusal } = useViewer()
  const { id, version, ruleset } = specification
  const start = useStartFrom(referenceOfVersion(version), ruleset.id, id)
  const apply = useAction<undefined, SpecificationWire>(
    () =>
      call(applyConfiguration, {
        path: { id: String(id) },
        body:
          start.isCopied && start.source
            ? {
                startFrom: start.source.id,
                decisions: [...start.decisions].map(([change, isTaken]) => ({ id: change, isTaken })),
              }
            : {},
      }),
    { onDone: () => navigate(addresses.specifications) },
  )
  const mayNot = refusal('management.specifications')
  return (
    <ConfigurationStep
      start={start}
      onApply={() => apply.run(undefined)}
      isApplying={apply.isRunning}
      problem={apply.problem}
      disabledReason={mayNot && text(mayNot)}
    />
  )
}
