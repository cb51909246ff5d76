import type { Chart } from '../../../machines/inspection/chart.ts'
import { eventTitle, stateTitle } from '../../../machines/inspection/label.ts'
import type { PathStep } from '../testPath.ts'
import type { Wording } from './wording.ts'

const longest = 120

/** What the event carries, short. */
const payloadOf = ({ event }: PathStep): string => {
  const { type: _, actorId: __, ...payload } = event
  if (Object.keys(payload).length === 0) return ''
  const text = JSON.stringify(payload)
  return ` with ${text.length > longest ? `${text.slice(0, longest)}…` : text}`
}

const actionOf = (step: PathStep): string => {
  const { type } = step.event
  const title = eventTitle(type)
  const [, kind, actor = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? []
  if (kind === 'done') return `"${actor}" answers${payloadOf(step)}`
  if (kind === 'error') return `"${actor}" fails`
  if (type.startsWith('xstate.after.')) return `time passes: ${title}`
  return `${stateTitle(title.toLowerCase().replaceAll('_', ' '))}${payloadOf(step)}`
}

/** Any chart, by the names and descriptions that it has itself. */
export const plainWording = (chart: Chart): Wording => {
  const states = new Map(chart.states.map(state => [state.id, state]))
  const nameOf = (id: string): string =>
    id
      .split(' + ')
      .map(leaf => stateTitle(leaf.split('.').at(-1) ?? leaf))
      .join(' and ')
  return {
    state: nameOf,
    given: ({ scenario, start }) => [scenario, `the state is "${nameOf(start)}"`],
    step: step => ({
      action: actionOf(step),
      expected: [
        `the state is "${nameOf(step.to)}"`,
        ...step.to.split(' + ').flatMap(id => {
          const description = step.from === step.to ? '' : (states.get(id)?.description ?? '')
          return description ? [`it says: ${description}`] : []
        }),
      ],
    }),
  }
}
