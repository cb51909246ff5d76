import { useMessages } from '../../../messages/index.ts'
import { NotFoundPage } from '../../common/NotFound.tsx'
import { addresses } from './addresses.ts'

/** In place of a delivery configuration that is not there. */
export function NoConfiguration() {
  const t = useMessages('management.deliveries')
  return (
    <NotFoundPage title={t('notFound.title')} back={{ href: addresses.deliveries, label: t('back') }}>
      {t('notFound.text')}
    </NotFoundPage>
  )
}
