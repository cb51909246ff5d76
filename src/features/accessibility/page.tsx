import { product } from '../../domain/product.ts'
import { usePageTitle } from '../../hooks/index.ts'
import { useMessages } from '../../messages/index.ts'
import { Card, Page, PageHeader, Stack } from '../../ui/index.ts'
import { HomeCrumbs } from '../common/HomeCrumbs.tsx'

/** Route `/accessibility` (specification 1 §2): what is tested, what is known not to work, and whom to tell. */
export function Component() {
  const t = useMessages('accessibility')
  usePageTitle(t('title'))
  return (
    <Page
      breadcrumbs={<HomeCrumbs />}
      header={<PageHeader title={t('title')}>{t('lead', { product: product.name })}</PageHeader>}
      width="prose"
    >
      <Stack gap={4}>
        <Card title={t('standard.title')}>
          <p>{t('standard.text')}</p>
        </Card>
        <Card title={t('can.title')}>
          <ul>
            {(['keyboard', 'zoom', 'reader', 'colours', 'motion', 'charts'] as const).map(name => (
              <li key={name}>{t(`can.${name}`)}</li>
            ))}
          </ul>
        </Card>
        <Card title={t('tested.title')}>
          <Stack gap={3}>
            <p>{t('tested.lead')}</p>
            <ul>
              {(['axe', 'contrast', 'keyboard', 'words'] as const).map(name => (
                <li key={name}>{t(`tested.${name}`)}</li>
              ))}
            </ul>
            <p>{t('tested.not')}</p>
          </Stack>
        </Card>
        <Card title={t('limits.title')}>
          <ul>
            {(['drawings', 'sql', 'pdf', 'uploads', 'language'] as const).map(name => (
              <li key={name}>{t(`limits.${name}`)}</li>
            ))}
          </ul>
        </Card>
        <Card title={t('contact.title')}>
          <Stack gap={3}>
            <p>{t('contact.text', { product: product.name })}</p>
            <p>{t('contact.signIn', { product: product.name })}</p>
          </Stack>
        </Card>
        <Card title={t('made.title')}>
          <p>{t('made.text')}</p>
        </Card>
      </Stack>
    </Page>
  )
}
