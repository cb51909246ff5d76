import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { mayEnter } from '../../domain/permissions.ts'
import { product } from '../../domain/product.ts'
import { useViewer, type Viewer } from '../../hooks/session.ts'
import { AppFrame, Shortcuts, Toasts } from '../../ui/index.ts'
import { Account } from './Account.tsx'
import { Notices } from './Notices.tsx'
import { Organisation } from './Organisation.tsx'
import { Stream } from './Stream.tsx'
import { texts } from './texts.ts'

/** Screens that the viewer may enter, in the order of the navigation. */
const linksOf = ({ actor }: Viewer, pathname: string) =>
  [
    { id: 'dashboard', label: texts.links.dashboard, href: '/', isShown: true },
    {
      id: 'submissions',
      label: texts.links.submissions,
      href: '/submissions',
      isShown: mayEnter(actor, '/submissions'),
    },
    {
      id: 'monitoring',
      label: texts.links.monitoring,
      href: '/monitoring',
      isShown: mayEnter(actor, '/monitoring'),
    },
    {
      id: 'inspector',
      label: texts.links.inspector,
      href: '/inspector',
      isShown: mayEnter(actor, '/inspector'),
    },
  ]
    .filter(({ isShown }) => isShown)
    .map(({ id, label, href }) => ({
      id,
      label,
      href,
      isCurrent: href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`),
    }))

const keysOf = (pathname: string) => [
  ...texts.keys.everywhere,
  ...(pathname === '/inspector' ? texts.keys.inspector : []),
]

/** Header, navigation, notices and the screen between them. */
export function Shell({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  const { pathname } = useLocation()
  return (
    <AppFrame
      product={product.name}
      homeHref="/"
      organisation={<Organisation />}
      context={<Stream />}
      user={<Account />}
      navigationLabel={texts.navigation}
      navigation={linksOf(viewer, pathname)}
      notice={<Notices />}
    >
      {children}
      <Toasts />
      <Shortcuts title={texts.keys.title} shortcuts={keysOf(pathname)} />
    </AppFrame>
  )
}
