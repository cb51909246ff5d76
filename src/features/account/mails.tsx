import { loggedAt } from '../../domain/dates.ts'
import { listMails, type MailWire } from '../../domain/wire/mails.ts'
import { PageTitle, useResource } from '../../hooks/index.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { Breadcrumbs, Card, EmptyState, LinkButton, Page, PageHeader, Stack } from '../../ui/index.ts'
import { WhenLoaded } from '../common/Loaded.tsx'
import styles from './mails.module.css'

/** Route `/account/mails`: the mails to the viewer, which the demonstration shows in place of sending them (decisions §14). */
export function Component() {
  const t = useMessages('account')
  const mails = useResource(listMails, {})
  return (
    <Page
      breadcrumbs={
        <Breadcrumbs
          label={t('breadcrumbs')}
          crumbs={[{ id: 'account', label: t('title'), href: '/account' }]}
        />
      }
      header={<PageHeader title={t('mails.title')}>{t('mails.lead')}</PageHeader>}
      width="prose"
    >
      <PageTitle title={t('mails.title')} />
      <WhenLoaded resource={mails} loading={t('loading')} failed={t('mails.failed')} sketch="rows" level={2}>
        {({ mails: list }) =>
          list.length === 0 ? (
            <EmptyState
              title={t('mails.empty')}
              icon="bell"
              level={2}
              actions={<LinkButton href="/account">{t('mails.choose')}</LinkButton>}
            >
              {t('mails.emptyHint')}
            </EmptyState>
          ) : (
            <Stack gap={4}>
              {list.map(mail => (
                <Mail key={mail.id} mail={mail} />
              ))}
            </Stack>
          )
        }
      </WhenLoaded>
    </Page>
  )
}

function Mail({ mail }: { mail: MailWire }) {
  const t = useMessages('account')
  const text = useText()
  return (
    <Card title={mail.subject} hint={t('mails.to', { address: mail.address, at: text(loggedAt(mail.at)) })}>
      <p className={styles.text}>{mail.text}</p>
    </Card>
  )
}
