import { useParams } from 'react-router'
import {
  type ConfigurationWire,
  deleteDeliveryConfiguration,
  getDeliveryConfiguration,
  requestDelivery,
  setDeliveryConfigurationState,
} from '../../../domain/wire/deliveries.ts'
import { PageTitle, useAction, useResource, useServices } from '../../../hooks/index.ts'
import { ok } from '../../../machines/support/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { isAbsent, WhenLoaded } from '../../common/Loaded.tsx'
import { addresses } from '../common/addresses.ts'
import { NoConfiguration } from '../common/NoConfiguration.tsx'
import { Preview } from './Preview.tsx'
import { DeliveryConfigurationView } from './view.tsx'

/** Route `/management/delivery-config/{id}` (specification 1 §2): one configuration, what it would deliver, what is done with it. */
export function Component() {
  const t = useMessages('management.deliveries')
  const { configurationId = '' } = useParams()
  const known = useResource(getDeliveryConfiguration, { path: { id: configurationId } })
  if (isAbsent(known)) return <NoConfiguration problem={known.problem} />
  return (
    <WhenLoaded resource={known} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {configuration => <ConfigurationPage configuration={configuration} onChanged={known.refresh} />}
    </WhenLoaded>
  )
}

interface ConfigurationPageProps {
  configuration: ConfigurationWire
  onChanged: () => void
}

function ConfigurationPage({ configuration, onChanged }: ConfigurationPageProps) {
  const t = useMessages('management.deliveries')
  const { call, navigate } = useServices()
  const path = { id: configuration.id }
  const turn = useAction(
    (state: 'ENABLED' | 'DISABLED') => call(setDeliveryConfigurationState, { path, body: { state } }),
    { onDone: onChanged },
  )
  const deliver = useAction(
    async (_: null, id) => {
      const result = await call(requestDelivery, { path, body: { id } })
      return result.ok ? ok(id) : result
    },
    {
      onDone: (_, id) => {
        notify({ tone: 'good', title: t('asked') })
        navigate(`/delivery/${id}`)
      },
    },
  )
  const remove = useAction((_: null) => call(deleteDeliveryConfiguration, { path }), {
    onDone: () => {
      notify({ tone: 'good', title: t('deleted', { name: configuration.name }) })
      navigate(addresses.deliveries)
    },
  })
  return (
    <>
      <PageTitle title={configuration.name} />
      <DeliveryConfigurationView
        configuration={configuration}
        turn={turn}
        remove={remove}
        isAsking={deliver.isRunning}
        askProblem={deliver.problem}
        onDeliver={() => deliver.run(null)}
        preview={configuration.refusals.CHANGE === undefined && <Preview configuration={configuration} />}
      />
    </>
  )
}
