import { createStore } from '@xstate/store'

/** Asks again for what a screen does not have. */
type Retry = () => void

const without = (list: readonly Retry[], retry: Retry): readonly Retry[] => {
  const at = list.indexOf(retry)
  return at < 0 ? list : list.toSpliced(at, 1)
}

/**
 * What the screen has asked for in vain, and which of it the screen itself says, where it would have been. What nobody says
 * there, the frame says: without it, a list that did not come looks like one that is empty.
 */
export const createUnanswered = () =>
  createStore({
    context: { failed: [] as readonly Retry[], shown: [] as readonly Retry[] },
    on: {
      callFailed: (context, { retry }: { retry: Retry }) => ({
        ...context,
        failed: [...context.failed, retry],
      }),
      failureOver: (context, { retry }: { retry: Retry }) => ({
        ...context,
        failed: without(context.failed, retry),
      }),
      failureShown: (context, { retry }: { retry: Retry }) => ({
        ...context,
        shown: [...context.shown, retry],
      }),
      failureHidden: (context, { retry }: { retry: Retry }) => ({
        ...context,
        shown: without(context.shown, retry),
      }),
    },
  })
export type Unanswered = ReturnType<typeof createUnanswered>
