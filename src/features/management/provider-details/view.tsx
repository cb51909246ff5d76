import { limits } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import { riskCodes } from '../../../domain/provider.ts'
import type { RegulatorWire } from '../../../domain/wire/collections.ts'
import type { ManagedProviderWire } from '../../../domain/wire/providers.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Button,
  Card,
  Form,
  FormField,
  FormRadios,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ContactFields } from '../../common/contacts/ContactFields.tsx'
import { contactPlaces } from '../../common/contacts/entered.ts'
import { ActionFailure } from '../../common/Loaded.tsx'
import { providerPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'

export interface ProviderDetailsViewProps {
  provider: ManagedProviderWire
  regulators: readonly RegulatorWire[]
  onSave: (entered: FormData) => void
  isSaving: boolean
  problem: Problem | undefined
}

/** Risk codes that can be chosen: those that decide the chain, and the provider's own where it is another. */
const offeredRisks = (own: string): string[] => [...new Set<string>([...riskCodes, own])]

/** The form in which a provider's risk code, regulator, published name and contacts are changed. */
export function ProviderDetailsView(props: ProviderDetailsViewProps) {
  const { provider, regulators, onSave, isSaving, problem } = props
  const t = useMessages('management.providers')
  const address = providerPath(provider.instId)
  // The agency itself is no regulator of providers.
  const offered = regulators.filter(
    ({ regulatorCode, regulatorTypeCode }) =>
      regulatorTypeCode === '01' || regulatorCode === provider.regulatorCode,
  )
  return (
    <Page
      breadcrumbs={
        <ManagementCrumbs parent="providers" within={{ label: provider.publishedName, href: address }} />
      }
      header={
        <PageHeader title={t('change.title', { name: provider.publishedName })} meta={provider.instId} />
      }
      width="prose"
    >
      <Form label={t('change.form')} onSubmit={onSave}>
        <Stack gap={4}>
          <ActionFailure title={t('change.failed')} problem={problem} hasReason />
          <Card title={t('details.title')} hint={t('change.hint')}>
            <Stack gap={4}>
              <FormField
                name="publishedName"
                label={t('columns.publishedName')}
                maxLength={limits.providerName}
                isRequired
                defaultValue={provider.publishedName}
              />
              <FormRadios
                name="regulator"
                label={t('columns.regulator')}
                options={offered.map(({ regulatorCode, name }) => ({ id: regulatorCode, label: name }))}
                defaultValue={provider.regulatorCode}
              />
              <FormRadios
                name="risk"
                label={t('columns.risk')}
                options={offeredRisks(provider.riskCode).map(id => ({ id, label: id }))}
                defaultValue={provider.riskCode}
              />
            </Stack>
          </Card>
          <Card title={t('contacts.title')} hint={t('contacts.hint')}>
            <Stack gap={6}>
              {Array.from({ length: contactPlaces(provider.contacts) }, (_, at) => (
                <ContactFields
                  // biome-ignore lint/suspicious/noArrayIndexKey: the places are numbered
                  key={at}
                  at={at}
                  contact={provider.contacts[at]}
                />
              ))}
            </Stack>
          </Card>
          <Row gap={3}>
            <Button type="submit" variant="primary" isPending={isSaving}>
              {t('change.save')}
            </Button>
            <LinkButton href={address} variant="quiet">
              {t('cancel')}
            </LinkButton>
          </Row>
        </Stack>
      </Form>
    </Page>
  )
}
