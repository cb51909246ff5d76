import { useSelector } from '@xstate/react'
import { mayEnter } from '../../domain/permissions.ts'
import { useSession, useViewer } from '../../hooks/session.ts'
import { selectOrganisationName } from '../../machines/session/index.ts'
import { useMessages } from '../../messages/index.ts'
import { Card, LinkList } from '../../ui/index.ts'

/** For who checks files online: the keys and the guide for software, and the rules that files are checked by. */
export function SupplierTools() {
  const t = useMessages('dashboard')
  const { principal } = useViewer()
  const organisation = useSelector(useSession(), selectOrganisationName)
  const hasKeys = mayEnter(principal, '/suppliers')
  const hasGuide = mayEnter(principal, '/suppliers/guide')
  return (
    <Card
      padding="none"
      title={t('supplier.title')}
      hint={!hasKeys && t('supplier.ask', { organisation: organisation ?? '' })}
    >
      <LinkList
        items={[
          ...(hasKeys ? [{ href: '/suppliers', label: t('supplier.keys') }] : []),
          ...(hasGuide ? [{ href: '/suppliers/guide', label: t('supplier.guide') }] : []),
          { href: '/specification', label: t('supplier.specification') },
          { href: '/validate', label: t('supplier.validate') },
        ]}
      />
    </Card>
  )
}
