import { useSelector } from '@xstate/react'
import { lazy, Suspense } from 'react'
import { RouterProvider as LinkProvider } from 'react-aria-components'
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'
import { isPublicLocation } from '../domain/routes.ts'
import { Failure } from '../features/shell/Failure.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { Unanswered } from '../features/shell/Unanswered.tsx'
import { ApplicationContext } from '../hooks/application.ts'
import { useSession } from '../hooks/session.ts'
import { selectHasFailed } from '../machines/application/index.ts'
import { selectIsSignedIn, selectIsVisitor, selectUser } from '../machines/session/index.ts'
import { withMessages } from '../messages/index.ts'
import { useLinkAddress } from './linkAddress.ts'
import { PageFocus } from './PageFocus.tsx'

// With the words of the frame that takes its place: it would go away before the frame can be drawn.
const Entrance = lazy(
  withMessages(
    async () => ({ default: (await import('../features/session/Entrance.tsx')).Entrance }),
    'session',
    'shell',
  ),
)

const PublicFrame = lazy(async () => ({
  default: (await import('../features/shell/PublicFrame.tsx')).PublicFrame,
}))

/**
 * The frame of every screen. Nobody sees a screen who is not signed in, but those for everybody; another person or organisation begins every
 * screen afresh.
 */
function Framed() {
  const session = useSession()
  const isSignedIn = useSelector(session, selectIsSignedIn)
  const isVisitor = useSelector(session, selectIsVisitor)
  const { pathname } = useLocation()
  const actingFor = useSelector(session, snapshot => {
    const user = selectUser(snapshot)
    return user && `${user.userId} ${user.organisationId}`
  })
  const navigate = useNavigate()
  return (
    <LinkProvider navigate={(to, options) => void navigate(to, options)} useHref={useLinkAddress}>
      {isSignedIn ? (
        <Shell key={actingFor}>
          <PageFocus />
          <Suspense>
            <Unanswered>
              <Outlet />
            </Unanswered>
          </Suspense>
        </Shell>
      ) : isVisitor && isPublicLocation(pathname) ? (
        <Suspense>
          <PublicFrame>
            <PageFocus />
            <Suspense>
              <Unanswered>
                <Outlet />
              </Unanswered>
            </Suspense>
          </PublicFrame>
        </Suspense>
      ) : (
        <Suspense>
          <Entrance />
        </Suspense>
      )}
      <ScrollRestoration />
    </LinkProvider>
  )
}

/** The frame, unless what it lives on has crashed. */
export function Component() {
  return ApplicationContext.useSelector(selectHasFailed) ? <Failure /> : <Framed />
}
