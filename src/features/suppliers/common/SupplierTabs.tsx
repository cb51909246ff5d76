import { useMessages } from '../../../messages/index.ts'
import { LinkTabs } from '../../../ui/index.ts'

const addresses = {
  keys: '/suppliers',
  webhooks: '/suppliers/webhooks',
  guide: '/suppliers/guide',
} as const

/** What a provider lets its software do, beside each other. */
export function SupplierTabs({ current }: { current: keyof typeof addresses }) {
  const t = useMessages('suppliers')
  return (
    <LinkTabs
      label={t('tabs.label')}
      tabs={(['keys', 'webhooks', 'guide'] as const).map(id => ({
        id,
        label: t(`tabs.${id}`),
        href: addresses[id],
        isCurrent: id === current,
      }))}
    />
  )
}
