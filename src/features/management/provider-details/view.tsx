import { limits } from '../../../domain/limits.ts'
import type { Problem } from '../../../domain/problem.ts'
import { emailForm, phoneForm, riskCodes } from '../../../domain/provider.ts'
import type { RegulatorWire } from '../../../domain/wire/collections.ts'
import type { ManagedProviderWire } from '../../../domain/wire/providers.ts'
import { type Translate, useMessages } from '../../../messages/index.ts'
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
import { ActionFailure } from '../../common/Loaded.tsx'
import { providerPath } from '../common/addresses.ts'
import { ManagementCrumbs } from '../common/ManagementCrumbs.tsx'
import { contactField, contactPlaces } from './entered.ts'

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
                  t={t}
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

/** The fields of one contact; a contact whose fields are all emptied is removed. */
function ContactFields({
  at,
  contact,
  t,
}: {
  at: number
  contact: ManagedProviderWire['contacts'][number] | undefined
  t: Translate<'management.providers'>
}) {
  const number = at + 1
  return (
    <Stack gap={3}>
      <Row gap={4}>
        <FormField
          name={contactField(at, 'name')}
          label={t('contacts.name', { number })}
          maxLength={limits.contactPart}
          defaultValue={contact?.name ?? ''}
        />
        <FormField
          name={contactField(at, 'role')}
          label={t('contacts.role', { number })}
          maxLength={limits.contactPart}
          defaultValue={contact?.role ?? ''}
        />
      </Row>
      <Row gap={4}>
        <FormField
          name={contactField(at, 'email')}
          label={t('contacts.email', { number })}
          maxLength={limits.contactPart}
          defaultValue={contact?.email ?? ''}
          validate={value =>
            value.trim() === '' || emailForm.test(value.trim()) ? undefined : t('contacts.emailFault')
          }
        />
        <FormField
          name={contactField(at, 'phone')}
          label={t('contacts.phone', { number })}
          maxLength={30}
          defaultValue={contact?.phone ?? ''}
          validate={value => (phoneForm.test(value.trim()) ? undefined : t('contacts.phoneFault'))}
        />
      </Row>
    </Stack>
  )
}
