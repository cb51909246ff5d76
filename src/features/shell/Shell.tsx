import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { mayEnter } from '../../domain/permissions.ts'
import { hasOutputs } from '../../domain/privacy.ts'
import { product } from '../../domain/product.ts'
import { useViewer, type Viewer } from '../../hooks/session.ts'
import { useDensity } from '../../hooks/usePreferences.ts'
import { type Translate, useMessages } from '../../messages/index.ts'
import { AppFrame, DensityContext, Shortcuts, Toasts } from '../../ui/index.ts'
import { Account } from './Account.tsx'
import { Bell } from './Bell.tsx'
import { Footer } from './Footer.tsx'
import { Notices } from './Notices.tsx'
import { Organisation } from './Organisation.tsx'
import { Stream } from './Stream.tsx'

/** Screens below `/management` that have a link of their own in the navigation. */
const besideManagement = ['/management/audit', '/management/data-pseudonymisation']

/** Whether a link of the navigation leads to where one is: one link at most. */
const isBelow = (pathname: string, id: string, href: string): boolean => {
  if (id === 'management')
    return (
      pathname.startsWith('/management/') && !besideManagement.some(path => isBelow(pathname, 'beside', path))
    )
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`)
}

/** Screens that the viewer may enter, in the order of the navigation. */
const linksOf = (t: Translate<'shell'>, { principal, may }: Viewer, pathname: string) =>
  [
    { id: 'dashboard', label: t('links.dashboard'), href: '/', isShown: true },
    {
      id: 'submissions',
      label: t('links.submissions'),
      href: '/submissions',
      // Who only validates online would find a refusal there.
      isShown: mayEnter(principal, '/submissions') && may('collections.view-submission'),
    },
    {
      id: 'online-validation',
      label: t('links.onlineValidation'),
      href: '/online-validation',
      isShown: mayEnter(principal, '/online-validation'),
    },
    {
      id: 'issues',
      label: t('links.issues'),
      href: '/issues',
      isShown: mayEnter(principal, '/issues'),
    },
    {
      id: 'suppliers',
      label: t('links.suppliers'),
      href: '/suppliers',
      isShown: mayEnter(principal, '/suppliers'),
    },
    {
      id: 'monitoring',
      label: t('links.monitoring'),
      href: '/monitoring',
      isShown: mayEnter(principal, '/monitoring'),
    },
    {
      id: 'management',
      label: t('links.management'),
      href: '/management/collections',
      isShown: mayEnter(principal, '/management'),
    },
    { id: 'specification', label: t('links.specification'), href: '/specification', isShown: true },
    {
      id: 'data-pseudonymisation',
      label: t('links.dataPseudonymisation'),
      href: '/management/data-pseudonymisation',
      isShown: mayEnter(principal, '/management/data-pseudonymisation'),
    },
    {
      id: 'delivery',
      label: t('links.deliveries'),
      href: '/delivery',
      isShown: mayEnter(principal, '/delivery'),
    },
    {
      id: 'iris-reprocessing',
      label: t('links.iris'),
      href: '/iris-reprocessing',
      isShown: mayEnter(principal, '/iris-reprocessing') && hasOutputs(principal),
    },
    {
      id: 'audit',
      label: t('links.audit'),
      href: '/management/audit',
      isShown: mayEnter(principal, '/management/audit'),
    },
    {
      id: 'inspector',
      label: t('links.inspector'),
      href: '/inspector',
      isShown: mayEnter(principal, '/inspector'),
    },
  ]
    .filter(({ isShown }) => isShown)
    .map(({ id, label, href }) => ({ id, label, href, isCurrent: isBelow(pathname, id, href) }))

const keysOf = (t: Translate<'shell'>, pathname: string) => [
  { keys: '?', does: t('keys.does.list') },
  { keys: '/', does: t('keys.does.search') },
  { keys: t('keys.names.escape'), does: t('keys.does.close') },
  ...(/\/reports\/(quality|students)\/./.test(pathname)
    ? [{ keys: 'p  n', does: t('keys.does.beside') }]
    : []),
  ...(/^\/monitoring\/\d+\/./.test(pathname) ? [{ keys: 'a', does: t('keys.does.nextAwaiting') }] : []),
  ...(pathname === '/inspector'
    ? [
        { keys: t('keys.names.tab'), does: t('keys.does.enter') },
        { keys: t('keys.names.arrows'), does: t('keys.does.move') },
        { keys: '+  −  0', does: t('keys.does.scale') },
        { keys: t('keys.names.enter'), does: t('keys.does.read') },
        { keys: t('keys.names.space'), does: t('keys.does.fold') },
      ]
    : []),
]

/** Header, navigation, notices and the screen between them. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useMessages('shell')
  const viewer = useViewer()
  const { pathname } = useLocation()
  const density = useDensity()
  return (
    <AppFrame
      product={product.name}
      homeHref="/"
      organisation={<Organisation />}
      context={<Stream />}
      user={
        <>
          <Bell isCurrent={pathname === '/notices'} />
          <Account />
        </>
      }
      navigationLabel={t('navigation')}
      navigation={linksOf(t, viewer, pathname)}
      notice={<Notices />}
      footer={<Footer />}
    >
      <DensityContext value={density}>{children}</DensityContext>
      <Toasts />
      <Shortcuts title={t('keys.title')} shortcuts={keysOf(t, pathname)} />
    </AppFrame>
  )
}
