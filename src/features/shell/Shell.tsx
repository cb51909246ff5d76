import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { product } from '../../domain/product.ts'
import { useViewer } from '../../hooks/session.ts'
import { useDensity } from '../../hooks/usePreferences.ts'
import { type Translate, useMessages } from '../../messages/index.ts'
import { AppFrame, DensityContext, Shortcuts, Toasts } from '../../ui/index.ts'
import { sectionsOf } from '../common/navigation.ts'
import { Account } from './Account.tsx'
import { Bell } from './Bell.tsx'
import { Footer } from './Footer.tsx'
import { Notices } from './Notices.tsx'
import { Organisation } from './Organisation.tsx'
import { Stream } from './Stream.tsx'

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
      navigation={sectionsOf(t, viewer, pathname)}
      notice={<Notices />}
      footer={<Footer />}
    >
      <DensityContext value={density}>{children}</DensityContext>
      <Toasts />
      <Shortcuts title={t('keys.title')} shortcuts={keysOf(t, pathname)} />
    </AppFrame>
  )
}
