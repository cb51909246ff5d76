import { useMessages } from '../../../messages/index.ts'
import { NotFoundPage, type NotFoundPageProps } from '../../common/NotFound.tsx'
import { addresses } from './addresses.ts'

/** In place of a delivery configuration that is not there. */
export function NoConfiguration({ problem }: Pick<NotFoundPageProps, 'problem'>) {
  const t = useMessages('management.deliveries')
  return (
    <NotFoundPage
      problem={problem}
      title={t('notFound.title')}
      back={{ href: addresses.deliveries, label: t('back') }}
    >
      {t('notFound.text')}
    </NotFoundPage>
  )
}
