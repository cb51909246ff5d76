import { roleLabel } from '../../domain/labels.ts'
import { type NoticeKind, noticeKindLabel } from '../../domain/notice.ts'
import { getMailSettings, type MailSettingsWire, setMailSettings } from '../../domain/wire/mails.ts'
import { PageTitle, useAction, useResource, useServices, useViewer } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import {
  Banner,
  Card,
  Checkbox,
  CheckboxGroup,
  DescriptionList,
  LinkButton,
  Page,
  PageHeader,
  Row,
  Stack,
} from '../../ui/index.ts'
import { ContactsCard } from '../common/contacts/ContactsCard.tsx'
import { ActionFailure, WhenLoaded } from '../common/Loaded.tsx'

/** Route `/account`: who the viewer is here, and which notices they want by e-mail (decisions §14). */
export function Component() {
  const t = useMessages('account')
  const text = useText()
  const { principal, isProvider, may } = useViewer()
  const settings = useResource(getMailSettings, {})
  const roles = principal.roles.map(role => text(roleLabel(role)))
  return (
    <Page header={<PageHeader title={t('title')} />} width="prose">
      <PageTitle title={t('title')} />
      <Stack gap={4}>
        <Card title={t('person')}>
          <DescriptionList
            items={[
              { id: 'name', term: t('name'), value: principal.name },
              { id: 'user', term: t('user'), value: <code>{principal.userId}</code> },
              {
                id: 'roles',
                term: t('roles'),
                value: roles.length > 0 ? roles.join(', ') : t('noRole'),
              },
              ...(settings.data
                ? [{ id: 'address', term: t('address'), value: settings.data.address ?? t('noAddress') }]
                : []),
            ]}
          />
        </Card>
        <WhenLoaded resource={settings} loading={t('loading')} failed={t('failed')} level={2}>
          {data => <Mails settings={data} onSaved={settings.replace} />}
        </WhenLoaded>
        {isProvider && may('providers.contacts') && <ContactsCard instId={principal.organisationId} />}
      </Stack>
    </Page>
  )
}

interface MailsProps {
  settings: MailSettingsWire
  onSaved: (settings: MailSettingsWire) => void
}

/** Boxes for the kinds of notices; each counts as soon as it is ticked. */
function Mails({ settings, onSaved }: MailsProps) {
  const t = useMessages('account')
  const text = useText()
  const { call } = useServices()
  const saving = useAction<NoticeKind[], MailSettingsWire>(
    kinds => call(setMailSettings, { body: { kinds } }),
    { onDone: (_, saved) => onSaved(saved) },
  )
  const { way, kinds } = settings
  const selected = saving.isRunning
    ? (saving.action ?? [])
    : kinds.filter(({ isWanted }) => isWanted).map(({ kind }) => kind)
  return (
    <Card
      title={t('mail.title')}
      hint={t(`mail.way.${way}`)}
      actions={
        way === 'shown' && (
          <LinkButton href="/account/mails" iconEnd="arrowRight">
            {t('mail.open')}
          </LinkButton>
        )
      }
    >
      <Stack gap={4}>
        {settings.address === null && way !== 'none' && (
          <Banner tone="attention" title={t('mail.noAddress')} />
        )}
        <ActionFailure title={t('mail.failed')} problem={saving.problem} />
        <CheckboxGroup
          label={t('mail.kinds')}
          value={selected}
          onChange={chosen => saving.run(kinds.map(({ kind }) => kind).filter(kind => chosen.includes(kind)))}
        >
          {kinds.map(({ kind }) => (
            <Checkbox key={kind} value={kind}>
              {text(noticeKindLabel(kind))}
            </Checkbox>
          ))}
        </CheckboxGroup>
        <Row>
          <span role="status">
            {saving.isRunning ? t('mail.saving') : t('mail.chosen', { count: selected.length })}
          </span>
        </Row>
      </Stack>
    </Card>
  )
}
