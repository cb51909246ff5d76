import { useMessages } from '../../../messages/index.ts'
import { Breadcrumbs } from '../../../ui/index.ts'
import { addresses } from './addresses.ts'

export interface ManagementCrumbsProps {
  /** The list that the page belongs to. */
  parent: keyof typeof addresses
  /** What the page is a part of, below the list. */
  within?: { label: string; href: string }
  /** The page itself, if its heading names something else. */
  current?: string
}

/** The way back up within management (specification 1 §2: the crumb "Management" has no link). */
export function ManagementCrumbs({ parent, within, current }: ManagementCrumbsProps) {
  const t = useMessages('management')
  return (
    <Breadcrumbs
      label={t('crumbs')}
      crumbs={[
        { id: 'management', label: t('title') },
        { id: parent, label: t(`parents.${parent}`), href: addresses[parent] },
        ...(within ? [{ id: 'within', ...within }] : []),
        ...(current === undefined ? [] : [{ id: 'current', label: current, isCurrent: true }]),
      ]}
    />
  )
}
