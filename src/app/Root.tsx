import { Suspense } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { RouterProvider } from 'react-router'
import { ApplicationContext, useApplicationEvents } from '../hooks/application.ts'
import { attached } from '../hooks/running/index.ts'
import { ServicesContext } from '../hooks/services.ts'
import { pageLocale } from '../messages/index.ts'
import { Announcer } from '../ui/index.ts'
import type { Application } from './application.ts'

/** Carries out what the application emits. */
function Outcomes({ router, report }: Pick<Application, 'router' | 'report'>) {
  useApplicationEvents(to => void router.navigate(to, { replace: true }), report)
  return null
}

/** The whole page: the root actor, what every screen may ask for, and the router that chooses the screen. */
export function Root({ machine, input, services, router, report }: Application) {
  return (
    <I18nProvider locale={pageLocale()}>
      <ApplicationContext.Provider logic={machine} options={{ ...attached, input }}>
        <Outcomes router={router} report={report} />
        <ServicesContext value={services}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
          <Announcer />
        </ServicesContext>
      </ApplicationContext.Provider>
    </I18nProvider>
  )
}
