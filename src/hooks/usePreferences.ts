import { useSelector } from '@xstate/react'
import type { DensityChoice, ThemeChoice } from './preferences.ts'
import { useServicesContext } from './services.ts'

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

/** Height of the rows of tables, and a way to choose another. */
export const useDensity = (): { density: DensityChoice; choose: (density: DensityChoice) => void } => {
  const { preferences } = useServicesContext()
  return {
    density: useSelector(preferences, snapshot => snapshot.context.density),
    choose: density => preferences.trigger.densityChosen({ density }),
  }
}
