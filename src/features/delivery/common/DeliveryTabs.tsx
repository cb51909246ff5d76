import { mayEnter } from '../../../domain/permissions.ts'
import { useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { LinkTabs } from '../../../ui/index.ts'

const parts = { deliveries: '/delivery', log: '/delivery/downloads-log' } as const

/** Deliveries and the log of their downloads, beside each other; the log for who may see it. */
export function DeliveryTabs({ current }: { current: keyof typeof parts }) {
  const t = useMessages('deliveries')
  const { principal } = useViewer()
  if (!mayEnter(principal, '/delivery/downloads-log')) return null
  return (
    <LinkTabs
      label={t('tabs')}
      tabs={(Object.keys(parts) as (keyof typeof parts)[]).map(id => ({
        id,
        label: t(`tab.${id}`),
        href: parts[id],
        isCurrent: id === current,
      }))}
    />
  )
}
