import { Suspense } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { RouterProvider } from 'react-router'
import { ServicesContext } from '../hooks/services.ts'
import { Announcer } from '../ui/index.ts'
import type { Application } from './application.ts'

/** The whole page: what every screen may ask for, and the router that chooses the screen. */
export function Root({ services, router }: Application) {
  return (
    <I18nProvider locale="en-GB">
      <ServicesContext value={services}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
        <Announcer />
      </ServicesContext>
    </I18nProvider>
  )
}
