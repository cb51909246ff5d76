import { loggedAt } from '../../../domain/dates.ts'
import { countryLabel } from '../../../domain/labels.ts'
import { changeRefusal, isNotOnboarded, standingOf } from '../../../domain/provider.ts'
import type { ManagedProviderWire, ProviderEventWire } from '../../../domain/wire/providers.ts'
import { type ActionHandle, PageTitle } from '../../../hooks/index.ts'
import { useMessages, useText } from '../../../messages/index.ts'
import {
  Button,
  Card,
  Columns,
  ConfirmDialog,
  DescriptionList,
  EventList,
  Link,
  LinkButton,
  type ListedEvent,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { providerPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { OnboardedTag } from '../common/OnboardedTag.tsx'
import { type RegulatorNames, regulatorName } from '../providers/filters.ts'

type Provider = ManagedProviderWire & { events: ProviderEventWire[] }

export interface ProviderViewProps {
  provider: Provider
  regulators: RegulatorNames
  mayChange: boolean
  standing: ActionHandle<'onboard' | 'suspend'>
}

/** One provider: what the portal knows of it, whom to write to, and what was changed by whom. */
export function ProviderView({ provider, regulators, mayChange, standing }: ProviderViewProps) {
  const t = useMessages('management.providers')
  return (
    <Page
      breadcrumbs={<ManagementCrumbs parent="providers" />}
      header={
        <PageHeader
          title={provider.publishedName}
          status={<OnboardedTag onboarded={provider.onboarded} />}
          meta={provider.instId}
          actions={mayChange && <Actions provider={provider} standing={standing} />}
        />
      }
    >
      <PageTitle title={provider.publishedName} />
      <Columns layout="main-side">
        <Stack gap={4}>
          <Details provider={provider} regulators={regulators} />
          <Card title={t('events.title')}>
            {provider.events.length === 0 ? (
              <p>{t('events.none')}</p>
            ) : (
              <Happened events={provider.events} regulators={regulators} />
            )}
          </Card>
        </Stack>
        <Card title={t('contacts.title')}>
          <Contacts provider={provider} />
        </Card>
      </Columns>
    </Page>
  )
}

/** What an administrator does with the provider. */
function Actions({ provider, standing }: Pick<ProviderViewProps, 'provider' | 'standing'>) {
  const t = useMessages('management.providers')
  const text = useText()
  const { action, isOpen, isRunning, problem } = standing
  return (
    <Row gap={3}>
      {!changeRefusal(standingOf(provider)) && (
        <LinkButton href={`${providerPath(provider.instId)}/details`}>{t('change.short')}</LinkButton>
      )}
      {isNotOnboarded(provider) ? (
        <Button variant="primary" onPress={() => standing.ask('onboard')}>
          {t('onboard.title')}
        </Button>
      ) : (
        <Button onPress={() => standing.ask('suspend')}>{t('suspend.title')}</Button>
      )}
      {action && (
        <ConfirmDialog
          title={t(`${action}.question`, { name: provider.publishedName })}
          isOpen={isOpen}
          confirmLabel={t(`${action}.title`)}
          cancelLabel={t('cancel')}
          tone={action === 'suspend' ? 'danger' : 'normal'}
          isPending={isRunning}
          error={text(problem?.reason)}
          onConfirm={standing.confirm}
          onCancel={standing.dismiss}
        >
          <p>{t(`${action}.follows`)}</p>
        </ConfirmDialog>
      )}
    </Row>
  )
}

function Details({ provider, regulators }: Pick<ProviderViewProps, 'provider' | 'regulators'>) {
  const t = useMessages('management.providers')
  const text = useText()
  const regulator = regulators.find(({ regulatorCode }) => regulatorCode === provider.regulatorCode)
  return (
    <Card title={t('details.title')} hint={t('details.hint')}>
      <DescriptionList
        items={[
          { id: 'name', term: t('columns.name'), value: provider.name },
          { id: 'ukprn', term: t('columns.ukprn'), value: <code>{provider.ukprn}</code> },
          { id: 'country', term: t('columns.country'), value: text(countryLabel(provider.countryCode)) },
          { id: 'region', term: t('columns.region'), value: provider.region || t('none') },
          {
            id: 'regulator',
            term: t('columns.regulator'),
            value: regulator?.name ?? provider.regulatorCode,
          },
          { id: 'risk', term: t('columns.risk'), value: <code>{provider.riskCode}</code> },
          {
            id: 'awarding',
            term: t('columns.awarding'),
            value: provider.awardingPowers ? t('yes') : t('no'),
          },
          { id: 'updated', term: t('columns.updated'), value: text(loggedAt(provider.updatedUtc)) },
        ]}
      />
    </Card>
  )
}

function Contacts({ provider: { contacts } }: Pick<ProviderViewProps, 'provider'>) {
  const t = useMessages('management.providers')
  if (contacts.length === 0) return <p>{t('contacts.none')}</p>
  return (
    <DescriptionList
      items={contacts.map(({ name, role, email, phone }, at) => ({
        id: String(at),
        term: role === '' ? name : `${name}, ${role}`,
        value: (
          <Stack gap={1}>
            <Link href={`mailto:${email}`}>{email}</Link>
            {phone !== '' && <Link href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</Link>}
          </Stack>
        ),
      }))}
    />
  )
}

const icons = { TAKEN_IN: 'plus', IMPORTED: 'upload', CHANGED: 'file' } as const

function Happened({
  events,
  regulators,
}: {
  events: readonly ProviderEventWire[]
  regulators: RegulatorNames
}) {
  const t = useMessages('management.providers')
  const text = useText()
  const shown = (field: string, value: string): string => {
    if (value === '') return t('none')
    if (field === 'regulator') return regulatorName(regulators, value)
    if (field === 'country') return text(countryLabel(value))
    return value === 'yes' || value === 'no' ? t(value) : value
  }
  const listed = events.map(
    ({ sequence, event, changes, by, occurredUtc }): ListedEvent => ({
      id: String(sequence),
      icon: icons[event],
      tone: 'neutral',
      title: t(`events.event.${event}`, { by }),
      hint:
        changes.length === 0
          ? undefined
          : changes
              .map(({ field, before, after }) =>
                t('events.change', {
                  field: t(`field.${field}`),
                  before: shown(field, before),
                  after: shown(field, after),
                }),
              )
              .join(' · '),
      at: text(loggedAt(occurredUtc)),
    }),
  )
  return <EventList label={t('events.title')} events={listed} />
}
