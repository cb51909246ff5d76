import { createBroadcastStorage, subscribeToBroadcastStorage } from '@xstate/store/persist'
import { createPreferences, type Preferences } from '../hooks/preferences.ts'
import { applySingleKeys, applyTheme, type Theme } from '../ui/index.ts'

/** What people prefer in this browser, put on the page now and whenever it changes. */
export const pagePreferences = ({ localStorage, document }: Window): Preferences => {
  const preferences = createPreferences(createBroadcastStorage(localStorage))
  // Two tabs keep one memory: what one of them chooses, the other follows.
  subscribeToBroadcastStorage(preferences)
  const apply = ({ theme, hasSingleKeys }: { theme: Theme; hasSingleKeys: boolean }) => {
    applyTheme(theme, document.documentElement)
    applySingleKeys(hasSingleKeys, document.documentElement)
  }
  apply(preferences.getSnapshot().context)
  preferences.subscribe(({ context }) => apply(context))
  return preferences
}
