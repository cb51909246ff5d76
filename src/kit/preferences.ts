import { useSelector } from '@xstate/react'
import { createStore } from '@xstate/store'
import { usePortalContext } from './portal.ts'

/** Colours of the screens: as the device has them, or chosen. */
export const themes = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themes)[number]

/** What a person prefers on this device. Kept in the browser; it says nothing about the work. */
export const createPreferences = (theme: ThemeChoice) =>
  createStore({
    context: { theme },
    on: {
      themeChosen: (context, event: { theme: ThemeChoice }) => ({ ...context, theme: event.theme }),
    },
  })
export type Preferences = ReturnType<typeof createPreferences>

/** The chosen theme and a way to choose another. */
export const useTheme = (): { theme: ThemeChoice; choose: (theme: ThemeChoice) => void } => {
  const { preferences } = usePortalContext()
  return {
    theme: useSelector(preferences, snapshot => snapshot.context.theme),
    choose: theme => preferences.trigger.themeChosen({ theme }),
  }
}
