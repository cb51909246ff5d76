import { useMessages } from '../../messages/index.ts'
import { NotFoundPage } from '../common/NotFound.tsx'

/** Any address that the portal does not have. */
export function Component() {
  const t = useMessages('shell')
  return (
    <NotFoundPage title={t('notFound.title')} back={{ href: '/', label: t('notFound.home') }}>
      {t('notFound.text')}
    </NotFoundPage>
  )
}
