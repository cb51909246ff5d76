import type { ProviderContact } from '../../../domain/provider.ts'
import { changeContacts, getContacts } from '../../../domain/wire/providers.ts'
import { useAction, useResource, useServices } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import {
  Button,
  Card,
  DescriptionList,
  Disclosure,
  Form,
  Link,
  notify,
  Row,
  Stack,
} from '../../../ui/index.ts'
import { ActionFailure, WhenLoaded } from '../Loaded.tsx'
import { ContactFields } from './ContactFields.tsx'
import { contactPlaces, contactsIn } from './entered.ts'

/** The contacts of a provider, for those who may change them: its sign-off role and agency staff (decisions §16). */
export function ContactsCard({ instId }: { instId: string }) {
  const t = useMessages('contacts')
  const { call } = useServices()
  const path = { instId }
  const list = useResource(
    getContacts,
    { path },
    { refreshOn: message => message.type === 'PROVIDER' && message.providers.includes(instId) },
  )
  const saving = useAction(
    (contacts: readonly ProviderContact[]) =>
      call(changeContacts, { path, body: { contacts: [...contacts] } }),
    {
      onDone: (_, saved) => {
        list.replace(saved)
        notify({ tone: 'good', title: t('saved') })
      },
    },
  )
  return (
    <Card title={t('title')} hint={t('hint')}>
      <WhenLoaded resource={list} loading={t('loading')} failed={t('noList')} level={3}>
        {({ contacts }) => (
          <Stack gap={3}>
            <ContactList contacts={contacts} />
            <Disclosure title={t('change')} startsOpen={contacts.length === 0}>
              {/* After saving the fields are those of the new contacts. */}
              <Form
                key={JSON.stringify(contacts)}
                label={t('form')}
                onSubmit={entered => saving.run(contactsIn(entered, contactPlaces(contacts)))}
              >
                <ActionFailure title={t('failed')} problem={saving.problem} />
                {Array.from({ length: contactPlaces(contacts) }, (_, at) => (
                  <ContactFields
                    // biome-ignore lint/suspicious/noArrayIndexKey: the places are numbered
                    key={at}
                    at={at}
                    contact={contacts[at]}
                  />
                ))}
                <Row>
                  <Button type="submit" variant="primary" isPending={saving.isRunning}>
                    {t('save')}
                  </Button>
                </Row>
              </Form>
            </Disclosure>
          </Stack>
        )}
      </WhenLoaded>
    </Card>
  )
}

function ContactList({ contacts }: { contacts: readonly ProviderContact[] }) {
  const t = useMessages('contacts')
  if (contacts.length === 0) return <p>{t('none')}</p>
  return (
    <DescriptionList
      items={contacts.map(({ name, role, email, phone }, at) => ({
        id: String(at),
        term: role === '' ? name : t('person', { name, role }),
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
