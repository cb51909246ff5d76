import { useSelector } from '@xstate/react'
import { createActor, fromTransition } from 'xstate'
import { usePortalContext } from './portal.ts'

/** Colours of the screens: as the device has them, or chosen. */
export const themes = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themes)[number]

/** Reads a stored choice; anything else means as the device has them. */
export const themeOf = (stored: string | null): ThemeChoice =>
  themes.find(theme => theme === stored) ?? 'system'

interface Preferred {
  theme: ThemeChoice
  /** Whether shortcuts of one key are on. */
  hasSingleKeys: boolean
}

type PreferenceEvent =
  | { type: 'SINGLE_KEYS_TURNED'; isOn: boolean }
  | { type: 'THEME_CHOSEN'; theme: ThemeChoice }

const preferred = (before: Preferred, event: PreferenceEvent): Preferred =>
  event.type === 'THEME_CHOSEN' ? { ...before, theme: event.theme } : { ...before, hasSingleKeys: event.isOn }

/** What a person prefers on this device. Kept in the browser; it says nothing about the work. */
export const createPreferences = (theme: ThemeChoice, hasSingleKeys = true) =>
  createActor(fromTransition(preferred, { theme, hasSingleKeys })).start()
export type Preferences = ReturnType<typeof createPreferences>

/** The chosen theme and a way to choose another. */
export const useTheme = (): { theme: ThemeChoice; choose: (theme: ThemeChoice) => void } => {
  const { preferences } = usePortalContext()
  return {
    theme: useSelector(preferences, snapshot => snapshot.context.theme),
    choose: theme => preferences.send({ type: 'THEME_CHOSEN', theme }),
  }
}

/** Whether shortcuts of one key ("/", "?") are on, and a way to turn them. */
export const useSingleKeys = (): { isOn: boolean; turn: (isOn: boolean) => void } => {
  const { preferences } = usePortalContext()
  return {
    isOn: useSelector(preferences, snapshot => snapshot.context.hasSingleKeys),
    turn: isOn => preferences.send({ type: 'SINGLE_KEYS_TURNED', isOn }),
  }
}
