import { useParams } from 'react-router'
import { filesRefusal } from '../../../domain/deliveryConfiguration.ts'
import { problem } from '../../../domain/problem.ts'
import {
  type ConfigurationDetailsWire,
  type ConfigurationWire,
  changeDeliveryConfiguration,
  createDeliveryConfiguration,
  getDeliveryConfiguration,
  getDeliveryOptions,
} from '../../../domain/wire/deliveries.ts'
import {
  PageTitle,
  useAction,
  useAddress,
  useResource,
  useServices,
  useViewer,
} from '../../../hooks/index.ts'
import { err, type Result } from '../../../machines/support/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { EmptyState, LinkButton, Page, PageHeader } from '../../../ui/index.ts'
import { AccessDenied } from '../../common/AccessDenied.tsx'
import { isAbsent, WhenLoaded } from '../../common/Loaded.tsx'
import { addresses, deliveryConfigurationPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { NoConfiguration } from '../common/NoConfiguration.tsx'
import { configurationIn } from './entered.ts'
import { DeliveryForm } from './view.tsx'

/** Routes `/management/delivery-config/create` and `/management/delivery-config/{id}/edit` (specification 1 §2). */
export function Component() {
  const t = useMessages('management.deliveries')
  const { may } = useViewer()
  const { configurationId } = useParams()
  const known = useResource(
    getDeliveryConfiguration,
    configurationId === undefined ? undefined : { path: { id: configurationId } },
  )
  if (!may('management.delivery-configuration'))
    return <AccessDenied level={1} permission="management.delivery-configuration" />
  if (configurationId === undefined) return <Filling configuration={undefined} />
  if (isAbsent(known)) return <NoConfiguration problem={known.problem} />
  return (
    <WhenLoaded resource={known} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {configuration => <Filling configuration={configuration} />}
    </WhenLoaded>
  )
}

/** The collection that the address names, or the one that it is for, or the newest. */
function Filling({ configuration }: { configuration: ConfigurationWire | undefined }) {
  const t = useMessages('management.deliveries')
  const [parameters, change] = useAddress()
  const { call, navigate } = useServices()
  const first = useResource(getDeliveryOptions, {})
  const reference =
    parameters.get('collection') ??
    configuration?.collectionReference ??
    first.data?.collections[0]?.reference
  const options = useResource(
    getDeliveryOptions,
    reference === undefined ? undefined : { query: { collectionReference: reference } },
  )
  const save = useAction(
    async (details: ConfigurationDetailsWire, id): Promise<Result<{ id: string }>> => {
      const refusal = filesRefusal(details.content.files)
      if (refusal) return err(problem('invalid', refusal))
      return configuration
        ? call(changeDeliveryConfiguration, { path: { id: configuration.id }, body: details })
        : call(createDeliveryConfiguration, { body: { ...details, id } })
    },
    { onDone: (_, { id }) => navigate(deliveryConfigurationPath(id)) },
  )
  const title = configuration ? t('form.edit', { name: configuration.name }) : t('create')
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="deliveries" />}
      header={<PageHeader title={title}>{t('form.lead')}</PageHeader>}
      width="prose"
    >
      <PageTitle title={title} />
      <WhenLoaded
        resource={reference === undefined ? first : options}
        loading={t('loading')}
        failed={t('failed')}
        level={2}
      >
        {given =>
          reference === undefined ? (
            <EmptyState
              title={t('form.noCollection')}
              level={2}
              actions={<LinkButton href={addresses.collections}>{t('form.toCollections')}</LinkButton>}
            >
              {t('form.noCollectionHelp')}
            </EmptyState>
          ) : (
            <DeliveryForm
              key={reference}
              options={given}
              reference={reference}
              onCollection={chosen =>
                change(() => new URLSearchParams({ collection: chosen }), { replace: true })
              }
              configuration={configuration}
              onSave={entered => save.run(configurationIn(entered, reference, given.files))}
              isSaving={save.isRunning}
              problem={save.problem}
              cancelHref={configuration ? deliveryConfigurationPath(configuration.id) : addresses.deliveries}
            />
          )
        }
      </WhenLoaded>
    </Page>
  )
}
