import { useMessages } from '../../../messages/index.ts'
import { Breadcrumbs } from '../../../ui/index.ts'

/** The way back up to one of the lists. */
export function SupplierCrumbs({ parent }: { parent: 'keys' | 'webhooks' }) {
  const t = useMessages('suppliers')
  const href = parent === 'keys' ? '/suppliers' : '/suppliers/webhooks'
  return <Breadcrumbs label={t('crumbs')} crumbs={[{ id: parent, label: t(`tabs.${parent}`), href }]} />
}
