import { fromPromise } from 'xstate'

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
