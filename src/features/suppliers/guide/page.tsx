import { usePageTitle, useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { Card, Link, Page, PageHeader, ScrollRegion, Stack } from '../../../ui/index.ts'
import { SupplierTabs } from '../common/SupplierTabs.tsx'
import { guideExamples } from './examples.ts'
import styles from './page.module.css'

/** Route `/suppliers/guide`: examples of the calls, which a test runs. */
export function Component() {
  const t = useMessages('suppliers')
  usePageTitle(t('guide.title'))
  const { principal } = useViewer()
  const examples = guideExamples({ origin: location.origin, instId: principal.organisationId })
  return (
    <Page
      steps={<SupplierTabs current="guide" />}
      header={
        <PageHeader title={t('guide.title')}>
          {t('guide.lead')} <Link href="/docs">{t('guide.reference')}</Link>
        </PageHeader>
      }
    >
      <Stack gap={4}>
        {(['check', 'upload', 'wait', 'read', 'verify'] as const).map(id => (
          <Card key={id} title={t(`guide.${id}.title`)} hint={t(`guide.${id}.text`)}>
            <ScrollRegion label={t('guide.commands', { step: t(`guide.${id}.title`) })}>
              <pre className={styles.code} translate="no">
                {examples[id]}
              </pre>
            </ScrollRegion>
          </Card>
        ))}
        <Card title={t('guide.limits.title')}>
          <p>{t('guide.limits.text')}</p>
        </Card>
      </Stack>
    </Page>
  )
}
