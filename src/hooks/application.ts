import { createActorContext } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { applicationMachine } from '../machines/application/index.ts'
import { attached } from './running/index.ts'

/** The root actor of the page, with the session and the live feed that it runs. */
export const ApplicationContext = createActorContext(applicationMachine, {
  ...attached,
  input: { entry: 'page', location: '/' },
})

/**
 * Calls back for what the application emits: where the router has to go, and faults for the browser's log. Use it outside
 * Suspense: an emitted event is not kept for who comes later.
 */
export const useApplicationEvents = (
  onNavigate: (to: string) => void,
  onFault: (error: unknown) => void,
): void => {
  const application = ApplicationContext.useActorRef()
  const navigate = useEffectEvent(onNavigate)
  const report = useEffectEvent(onFault)
  useEffect(() => {
    const subscriptions = [
      application.on('application.navigate', ({ to }) => navigate(to)),
      application.on('application.fault', ({ error }) => report(error)),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [application])
}
