import { product } from '../../domain/product.ts'
import { useMessages } from '../../messages/index.ts'
import { Breadcrumbs, type Crumb } from '../../ui/index.ts'

/** The way back up from a page outside management (specification 1 §2), by the lists that it is a part of. */
export function HomeCrumbs({ parents = [] }: { parents?: readonly Crumb[] }) {
  const t = useMessages('common')
  return (
    <Breadcrumbs label={t('crumbs')} crumbs={[{ id: 'home', label: product.name, href: '/' }, ...parents]} />
  )
}
