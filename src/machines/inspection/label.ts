import type { ChartTransition } from './chart.ts'

/** A transition's label as every drawing writes it: EVENT [guard, guard] / action, action. */
export const transitionLabel = ({ event, guards, actions }: ChartTransition): string =>
  [
    event || 'always',
    guards.length > 0 && `[${guards.join(', ')}]`,
    actions.length > 0 && `/ ${actions.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ')

/** What happens, short enough for a drawing: the event, or what XState's own event types mean. */
export const eventTitle = (event: string): string => {
  if (event === '') return 'always'
  const [, kind, rest = ''] =
    /^xstate\.(done\.actor|done\.state|error\.actor|after|snapshot)\.(.*)$/.exec(event) ?? []
  if (kind === 'done.actor') return `${rest} done`
  if (kind === 'done.state') return `${rest.split('.').at(-1)} complete`
  if (kind === 'error.actor') return `${rest} failed`
  if (kind === 'after') return `after ${rest.split('.')[0]}`
  if (kind === 'snapshot') return `${rest} moved`
  return event
}

/** camelCase as words, "Schema check failed", "SC approval". */
export const stateTitle = (key: string): string => {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bsc\b/g, 'SC')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
