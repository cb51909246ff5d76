import { screenPermissions } from '../../../domain/routes.ts'
import { useViewer } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { LinkTabs } from '../../../ui/index.ts'
import { addresses } from './addresses.ts'

/** The lists of management, beside each other. */
export function ManagementTabs({ current }: { current: keyof typeof addresses }) {
  const t = useMessages('management')
  const { may } = useViewer()
  const tabs = (Object.keys(addresses) as (keyof typeof addresses)[]).filter(
    id => id !== 'users' || may(screenPermissions.users),
  )
  return (
    <LinkTabs
      label={t('tabs')}
      tabs={tabs.map(id => ({
        id,
        label: t(`parents.${id}`),
        href: addresses[id],
        isCurrent: id === current,
      }))}
    />
  )
}
