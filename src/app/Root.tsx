import { I18nProvider } from 'react-aria-components/I18nProvider'
import { RouterProvider } from 'react-router'
import { PortalContext } from '../kit/portal.ts'
import { Announcer } from '../ui/announcer/index.ts'
import type { Application } from './application.ts'

/** The whole page: what every screen may ask for, and the router that chooses the screen. */
export function Root({ portal, router }: Application) {
  return (
    <I18nProvider locale="en-GB">
      <PortalContext value={portal}>
        <RouterProvider router={router} />
        <Announcer />
      </PortalContext>
    </I18nProvider>
  )
}
