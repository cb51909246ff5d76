import { useSelector } from '@xstate/react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { product } from '../../domain/product.ts'
import { tellsOfOrganisation } from '../../domain/providerNews.ts'
import { useLiveMessages } from '../../hooks/live.ts'
import { useNotices } from '../../hooks/notices.ts'
import { useSession, useViewer } from '../../hooks/session.ts'
import { useDensity } from '../../hooks/usePreferences.ts'
import {
  selectOrganisationName,
  selectOrganisations,
  selectStream,
  selectStreams,
} from '../../machines/session/index.ts'
import { useMessages } from '../../messages/index.ts'
import { AppFrame, CountLink, DensityContext, Select, Toasts } from '../../ui/index.ts'
import { sectionsOf } from '../common/navigation.ts'
import { Account } from './Account.tsx'
import { Find } from './Find.tsx'
import { Footer } from './Footer.tsx'
import { Help } from './Help.tsx'
import { Notices } from './Notices.tsx'
import { SupportBanner } from './SupportBanner.tsx'

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
          <Find />
          <Help pathname={pathname} />
          <Bell isCurrent={pathname === '/notices'} />
          <Account />
        </>
      }
      navigationLabel={t('navigation')}
      navigation={sectionsOf(t, viewer, pathname)}
      notice={
        <>
          <SupportBanner />
          <Notices />
        </>
      }
      footer={<Footer />}
    >
      <DensityContext value={density}>{children}</DensityContext>
      <Toasts />
    </AppFrame>
  )
}

/** The bell: the number of unread notices, and a link to them (decisions §14). */
function Bell({ isCurrent }: { isCurrent: boolean }) {
  const t = useMessages('shell')
  const { unread } = useNotices()
  return (
    <CountLink
      href="/notices"
      icon="bell"
      label={t('notices', { unread })}
      count={unread}
      isCurrent={isCurrent}
    />
  )
}

const Choice = lazy(() =>
  import('./OrganisationChoice.tsx').then(module => ({ default: module.OrganisationChoice })),
)

/** The organisation that the user acts for: text if there is only one, else a choice, which is loaded on demand. */
function Organisation() {
  const { principal } = useViewer()
  const session = useSession()
  const choices = useSelector(session, selectOrganisations)
  const name = useSelector(session, selectOrganisationName)
  useLiveMessages(message => {
    if (tellsOfOrganisation(message, principal.organisationId)) session.send({ type: 'ORGANISATION_CHANGED' })
  })
  if (choices.length <= 1) return <span>{name}</span>
  return (
    <Suspense fallback={<span>{name}</span>}>
      <Choice />
    </Suspense>
  )
}

/** The stream of collections (specification 1 §1). */
function Stream() {
  const t = useMessages('shell')
  const session = useSession()
  const streams = useSelector(session, selectStreams)
  const stream = useSelector(session, selectStream)
  return (
    <Select
      label={t('stream')}
      isLabelHidden
      isNarrow
      value={stream?.id ?? null}
      options={streams.map(({ id, name, isAvailable }) => ({
        id,
        label: name,
        disabledReason: isAvailable ? undefined : t('unavailableStream'),
      }))}
      onChange={streamId => session.send({ type: 'SELECT_STREAM', streamId })}
    />
  )
}
