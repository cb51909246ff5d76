import { createActorContext } from '@xstate/react'
import { applicationMachine } from '../machines/application/index.ts'
import { attached } from './running/index.ts'

/** The root actor of the page, with the session and the live feed that it runs. */
export const ApplicationContext = createActorContext(applicationMachine, {
  ...attached,
  input: { entry: 'page', location: '/' },
})
