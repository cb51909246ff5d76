import { useSelector } from '@xstate/react'
import { createStore } from '@xstate/store'
import { useServicesContext } from './services.ts'

/** Colours of the screens: as the device has them, or chosen. */
export const themes = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themes)[number]

/** Reads a stored choice; anything else means as the device has them. */
export const themeOf = (stored: string | null): ThemeChoice =>
  themes.find(theme => theme === stored) ?? 'system'

/** What a person prefers on this device. Kept in the browser; it says nothing about the work. */
export const createPreferences = (theme: ThemeChoice, hasSingleKeys = true) =>
  createStore({
    context: { theme, hasSingleKeys },
    on: {
      singleKeysTurned: (context, event: { isOn: boolean }) => ({ ...context, hasSingleKeys: event.isOn }),
      themeChosen: (context, event: { theme: ThemeChoice }) => ({ ...context, theme: event.theme }),
    },
  })
export type Preferences = ReturnType<typeof createPreferences>

/** The chosen theme and a way to choose another. */
export const useTheme = (): { theme: ThemeChoice; choose: (theme: ThemeChoice) => void } => {
  const { preferences } = useServicesContext()
  return {
    theme: useSelector(preferences, snapshot => snapshot.context.theme),
    choose: theme => preferences.trigger.themeChosen({ theme }),
  }
}

/** Whether shortcuts of one key ("/", "?") are on, and a way to turn them. */
export const useSingleKeys = (): { isOn: boolean; turn: (isOn: boolean) => void } => {
  const { preferences } = useServicesContext()
  return {
    isOn: useSelector(preferences, snapshot => snapshot.context.hasSingleKeys),
    turn: isOn => preferences.trigger.singleKeysTurned({ isOn }),
  }
}
