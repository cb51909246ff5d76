import type { Chart } from '../../chart.ts'
import { lifecycleWording } from './lifecycle.ts'
import { plainWording } from './plain.ts'
import type { Wording } from './wording.ts'

export type { StepWords, Wording } from './wording.ts'

/** How the paths of a chart read: the lifecycle in the words of its screens, any other in its own. */
export const wordingOf = (chart: Chart): Wording =>
  chart.id === 'submissionLifecycle' ? lifecycleWording : plainWording(chart)
