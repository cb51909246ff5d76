import { useParams } from 'react-router'
import { withParameter } from '../../../domain/addressFilters.ts'
import type { OfferedFile } from '../../../domain/deliveryConfiguration.ts'
import { problem } from '../../../domain/problem.ts'
import { screenPermissions } from '../../../domain/routes.ts'
import {
  type ConfigurationStep,
  configurationSteps,
  stepRefusal,
  usualSets,
} from '../../../domain/usualDelivery.ts'
import {
  type ConfigurationDetailsWire,
  type ConfigurationWire,
  changeDeliveryConfiguration,
  createDeliveryConfiguration,
  getDeliveryConfiguration,
  getDeliveryOptions,
  listDeliveryConfigurations,
} from '../../../domain/wire/deliveries.ts'
import {
  PageTitle,
  useAction,
  useAddress,
  useResource,
  useServices,
  useViewer,
} from '../../../hooks/index.ts'
import { err, ok, type Result } from '../../../machines/support/index.ts'
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
  if (!may(screenPermissions.newDeliveryConfiguration))
    return <AccessDenied level={1} permission={screenPermissions.newDeliveryConfiguration} />
  if (configurationId === undefined) return <Filling configuration={undefined} />
  if (isAbsent(known)) return <NoConfiguration problem={known.problem} />
  return (
    <WhenLoaded resource={known} loading={t('loading')} failed={t('failed')} level={1} isWholePage>
      {configuration => <Filling configuration={configuration} />}
    </WhenLoaded>
  )
}

/** Parameters of the address: the collection, the configuration whose usual set fills the form, and the step in sight. */
const inAddress = { collection: 'collection', usual: 'usual', step: 'step' } as const

/** The collection that the address names, or the one that it is for, or the newest. */
function Filling({ configuration }: { configuration: ConfigurationWire | undefined }) {
  const t = useMessages('management.deliveries')
  const [parameters, change] = useAddress()
  const { call, navigate } = useServices()
  const first = useResource(getDeliveryOptions, {})
  const past = useResource(listDeliveryConfigurations, configuration ? undefined : {})
  const reference =
    parameters.get(inAddress.collection) ??
    configuration?.collectionReference ??
    first.data?.collections[0]?.reference
  const options = useResource(
    getDeliveryOptions,
    reference === undefined ? undefined : { query: { collectionReference: reference } },
  )
  const go = (name: string, value: string) =>
    change(former => withParameter(former, name, value), { replace: name !== inAddress.step })
  const review = useAction(
    async ({ step, details, offered }: Left): Promise<Result<ConfigurationDetailsWire>> => {
      const refusal = stepRefusal(step, details.content, offered)
      return refusal ? err(problem('invalid', refusal)) : ok(details)
    },
    {
      onDone: ({ step }) =>
        go(inAddress.step, configurationSteps[configurationSteps.indexOf(step) + 1] ?? step),
    },
  )
  const save = useAction(
    async ({ step, details, offered }: Left, id): Promise<Result<{ id: string }>> => {
      const refusal = stepRefusal(step, details.content, offered)
      if (refusal) return err(problem('invalid', refusal))
      return configuration
        ? call(changeDeliveryConfiguration, { path: { id: configuration.id }, body: details })
        : call(createDeliveryConfiguration, { body: { ...details, id } })
    },
    { onDone: (_, { id }) => navigate(deliveryConfigurationPath(id)) },
  )
  const wanted = configurationSteps.find(one => one === parameters.get(inAddress.step)) ?? 'what'
  // What was entered is gone after a reload, so there is nothing to review.
  const step = wanted === 'review' && !review.output ? 'fields' : wanted
  const own = first.data?.collections.find(one => one.reference === reference)
  const sets = own ? usualSets(past.data?.configurations ?? [], own) : []
  const usual = sets.find(({ id }) => id === parameters.get(inAddress.usual))
  const title = configuration ? t('form.edit', { name: configuration.name }) : t('create')
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="deliveries" />}
      header={<PageHeader title={title}>{t('form.lead')}</PageHeader>}
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
              key={`${reference} ${usual?.id ?? ''}`}
              options={given}
              reference={reference}
              onCollection={chosen => go(inAddress.collection, chosen)}
              sets={sets}
              usual={usual}
              onUsual={id => go(inAddress.usual, id)}
              configuration={configuration}
              step={step}
              entered={review.output}
              hrefOf={to => `?${withParameter(parameters, inAddress.step, to)}`}
              onStep={next => go(inAddress.step, next)}
              onLeave={entered => {
                const { files: offered } = given
                // What the page shows is saved, also if fields were changed and left by the browser's Back.
                if (step === 'review' && review.output) save.run({ step, details: review.output, offered })
                else review.run({ step, details: configurationIn(entered, reference, offered), offered })
              }}
              isSaving={save.isRunning}
              problem={step === 'review' ? save.problem : review.problem}
              cancelHref={configuration ? deliveryConfigurationPath(configuration.id) : addresses.deliveries}
            />
          )
        }
      </WhenLoaded>
    </Page>
  )
}

/** A step that is left with what was entered until then. */
interface Left {
  step: ConfigurationStep
  details: ConfigurationDetailsWire
  offered: readonly OfferedFile[]
}
