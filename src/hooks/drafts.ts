import { createStore } from '@xstate/store'
import type { Entered } from '../domain/ruleConfiguration.ts'

/** What somebody has entered, and what was stored when they did. */
export interface Draft {
  readonly stored: Entered
  readonly entered: Entered
}

/**
 * What was entered and not saved, by person and place: a row that is closed, a tab or a page that is left loses nothing. It
 * lasts as long as the window shows the portal.
 */
export const createDrafts = () =>
  createStore({
    context: { kept: {} as Readonly<Record<string, Draft>> },
    on: {
      draftKept: ({ kept }, { key, draft }: { key: string; draft: Draft }) => ({
        kept: { ...kept, [key]: draft },
      }),
      draftDropped: (context, { key }: { key: string }) => {
        const { kept } = context
        if (!(key in kept)) return context
        const { [key]: _gone, ...others } = kept
        return { kept: others }
      },
    },
  })
export type Drafts = ReturnType<typeof createDrafts>
