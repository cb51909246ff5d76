import { useSelector } from '@xstate/react'
import { useBeforeUnload } from 'react-router'
import type { Draft } from './drafts.ts'
import { useServicesContext } from './services.ts'
import { useViewer } from './session.ts'

/** What the person who is signed in has entered at a place and not saved. */
export interface DraftAt {
  read: () => Draft | undefined
  keep: (draft: Draft) => void
  drop: () => void
}

const keyOf = (userId: string, place: string): string => `${userId}/${place}`

const useUserId = (): string => {
  const { principal } = useViewer()
  return principal.userId
}

/** The draft at a place, which its name tells from every other. */
export const useDraft = (place: string): DraftAt => {
  const { drafts } = useServicesContext()
  const key = keyOf(useUserId(), place)
  return {
    read: () => drafts.getSnapshot().context.kept[key],
    keep: draft => drafts.trigger.draftKept({ key, draft }),
    drop: () => drafts.trigger.draftDropped({ key }),
  }
}

/** Whether anything is entered and not saved at the places that begin so. */
export const useHasDrafts = (places: string): boolean => {
  const { drafts } = useServicesContext()
  const from = keyOf(useUserId(), places)
  return useSelector(drafts, ({ context }) => Object.keys(context.kept).some(key => key.startsWith(from)))
}

/** The browser asks before the window is closed while anything is entered and not saved at the places that begin so. */
export const useDraftGuard = (places: string): void => {
  const hasDrafts = useHasDrafts(places)
  useBeforeUnload(event => {
    if (hasDrafts) event.preventDefault()
  })
}
