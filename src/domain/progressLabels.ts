import { type Message, message } from '../messages/message.ts'
import { product } from './product.ts'
import { type ProgressStep, progressOf, type StepNeed, type SummaryStepCode } from './progress.ts'
import type { StatusName } from './status.ts'

/** A step of the progress column. */
export const progressStepLabel = (step: ProgressStep): Message => message('domain', `progress.${step}`)

/** "Upload / Processing", or "--" when nothing is left to do (specification 2 §4.4). */
export const progressLabel = (status: StatusName | undefined): Message => {
  const { current, next } = progressOf(status)
  const label = progressStepLabel(current)
  return next === undefined
    ? label
    : message('domain', 'progress.pair', { current: label, next: progressStepLabel(next) })
}

/** A box of the step summary. */
export const summaryStepLabel = (code: SummaryStepCode): Message => message('domain', `summaryStep.${code}`)

/** How many at a step of the step summary need somebody, and what for. */
export const stepNeedLabel = (need: StepNeed, count: number): Message =>
  message('domain', `stepNeed.${need}`, { count, product: product.name })
