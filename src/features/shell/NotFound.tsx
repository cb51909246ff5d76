import { usePageTitle } from '../../hooks/page.tsx'
import { useMessages } from '../../messages/index.ts'
import { LinkButton, Page, PageHeader } from '../../ui/index.ts'

/** Any address that the portal does not have. */
export function Component() {
  const t = useMessages('shell')
  usePageTitle(t('notFound.title'))
  return (
    <Page width="prose" header={<PageHeader title={t('notFound.title')} />}>
      <p>{t('notFound.text')}</p>
      <p>
        <LinkButton href="/" variant="primary">
          {t('notFound.home')}
        </LinkButton>
      </p>
    </Page>
  )
}
