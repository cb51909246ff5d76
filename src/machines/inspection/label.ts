import type { ChartTransition } from './chart.ts'

/** A transition's label as every drawing writes it: EVENT [guard, guard] / action, action. */
export const transitionLabel = ({ event, guards, actions }: ChartTransition): string =>
  [event, guards.length > 0 && `[${guards.join(', ')}]`, actions.length > 0 && `/ ${actions.join(', ')}`]
    .filter(Boolean)
    .join(' ')

/** camelCase as words, "Schema check failed". */
export const stateWords = (key: string): string => {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
