import { fromCallback, fromPromise } from 'xstate'
import type { SightEvent } from '../machines/stepper/index.ts'

/** Ends as soon as the page is in sight: at once, or when the reader comes back to it. */
export const inSight = fromPromise<void>(
  ({ signal }) =>
    new Promise(resolve => {
      const look = () => {
        if (document.visibilityState === 'visible') resolve()
      }
      document.addEventListener('visibilitychange', look, { signal })
      look()
    }),
)

/** Reports whether the page is in sight: at once, and whenever that changes. */
export const sight = fromCallback<SightEvent>(({ sendBack }) => {
  const look = () => sendBack({ type: document.visibilityState === 'visible' ? 'SEEN' : 'UNSEEN' })
  document.addEventListener('visibilitychange', look)
  look()
  return () => document.removeEventListener('visibilitychange', look)
})
