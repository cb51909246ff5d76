import { useMessages } from '../../../messages/index.ts'
import { LinkTabs } from '../../../ui/index.ts'
import { addresses } from './addresses.ts'

/** The lists of management, beside each other. */
export function ManagementTabs({ current }: { current: keyof typeof addresses }) {
  const t = useMessages('management')
  return (
    <LinkTabs
      label={t('tabs')}
      tabs={(Object.keys(addresses) as (keyof typeof addresses)[]).map(id => ({
        id,
        label: t(`parents.${id}`),
        href: addresses[id],
        isCurrent: id === current,
      }))}
    />
  )
}
