import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { mayEnter } from '../../domain/permissions.ts'
import { product } from '../../domain/product.ts'
import { useSession, useViewer, type Viewer } from '../../kit/index.ts'
import { selectUser } from '../../machines/session/index.ts'
import { AppFrame } from '../../ui/app-frame/index.ts'
import { Notices } from './Notices.tsx'
import { texts } from './texts.ts'

const Controls = {
  Organisation: lazy(() => import('./Organisation.tsx').then(module => ({ default: module.Organisation }))),
  Stream: lazy(() => import('./Stream.tsx').then(module => ({ default: module.Stream }))),
  Account: lazy(() => import('./Account.tsx').then(module => ({ default: module.Account }))),
  Toasts: lazy(() => import('../../ui/toast/index.ts').then(module => ({ default: module.Toasts }))),
}

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
  ]
    .filter(({ isShown }) => isShown)
    .map(({ id, label, href }) => ({
      id,
      label,
      href,
      isCurrent: href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`),
    }))

/** Header, navigation, notices and the screen between them. The choices of the header are loaded after the frame. */
export function Shell({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  const { pathname } = useLocation()
  const name = useSelector(useSession(), snapshot => selectUser(snapshot)?.name ?? '')
  return (
    <AppFrame
      product={product.name}
      homeHref="/"
      organisation={
        <Suspense fallback={null}>
          <Controls.Organisation />
        </Suspense>
      }
      context={
        <Suspense fallback={null}>
          <Controls.Stream />
        </Suspense>
      }
      user={
        <Suspense fallback={name}>
          <Controls.Account />
        </Suspense>
      }
      navigationLabel={texts.navigation}
      navigation={linksOf(viewer, pathname)}
      notice={<Notices />}
    >
      {children}
      <Suspense fallback={null}>
        <Controls.Toasts />
      </Suspense>
    </AppFrame>
  )
}
