import { useLocation, useParams } from 'react-router'
import { PageTitle } from '../../hooks/index.ts'
import { chartOf } from '../../machines/inspection/chart.ts'
import { submissionLifecycle } from '../../machines/submission-lifecycle/index.ts'
import { useMessages } from '../../messages/index.ts'
import { hiddenClass, LinkButton, Page, PageHeader } from '../../ui/index.ts'
import { History } from './history/View.tsx'

const chart = chartOf(submissionLifecycle)

/** Route `lifecycle` of a submission: its own history on the chart, for everybody who may see the submission. */
export function Component() {
  const t = useMessages('inspector')
  const { submissionId = '' } = useParams()
  const { pathname } = useLocation()
  return (
    <Page
      header={
        <PageHeader
          title={t('lifecycle.title')}
          actions={
            <LinkButton href={pathname.replace(/\/lifecycle$/, '')} icon="arrowLeft">
              {t('lifecycle.back')}
            </LinkButton>
          }
        >
          {t('lifecycle.lead')}
        </PageHeader>
      }
    >
      <PageTitle title={t('lifecycle.title')} />
      <h2 className={hiddenClass}>{t('views.history')}</h2>
      <History chart={chart} submission={submissionId} isFixed />
    </Page>
  )
}
