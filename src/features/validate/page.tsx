import { PageTitle } from '../../hooks/page.tsx'
import { useValidatePage, type ValidateServices } from '../../hooks/validatePage.ts'
import { useMessages } from '../../messages/index.ts'
import { DropArea, Icon, Page, PageHeader, Skeleton, Stack } from '../../ui/index.ts'
import { Outcome } from './Outcome.tsx'
import styles from './page.module.css'
import { Setup } from './Setup.tsx'

/** The page /validate: a file and a schema are chosen, the file is checked in the browser, its faults are shown in its text. */
export function ValidatePage({ services }: { services: ValidateServices }) {
  const t = useMessages('validate')
  const page = useValidatePage(services)
  const { snapshot, pick } = page
  const isOpen = snapshot.hasTag('ready') || snapshot.hasTag('checking')
  const isInError = snapshot.matches({ idle: 'faulty' }) || snapshot.matches({ idle: 'failed' })
  return (
    <Page header={<PageHeader title={t('title')}>{t('lead')}</PageHeader>}>
      <PageTitle title={t(isInError ? 'errorTitle' : 'title')} />
      {isOpen ? (
        <DropArea label={t('dropAnywhere')} onFiles={snapshot.hasTag('ready') ? pick : () => undefined}>
          <Stack gap={4}>
            <Privacy />
            <Setup {...page} goToSignIn={services.goToSignIn} />
            <Outcome {...page} services={services} />
          </Stack>
        </DropArea>
      ) : (
        <Skeleton shape="card" />
      )}
    </Page>
  )
}

function Privacy() {
  const t = useMessages('validate')
  return (
    <div className={styles.privacy}>
      <Icon name="lock" />
      <p>
        <strong>{t('privacy.title')}.</strong> {t('privacy.text')}
      </p>
    </div>
  )
}
