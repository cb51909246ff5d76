import { exactStatusLabel, stepLabel } from '../../../domain/labels.ts'
import { product } from '../../../domain/product.ts'
import type { StepId, StepperContext, StepperEvent, StepperInput } from '../../../machines/stepper/index.ts'
import { currentStep } from '../../../machines/stepper/steps.ts'
import { inEnglish } from '../../english.ts'
import type { PathStep, TestPath } from '../testPath.ts'
import type { Wording } from './wording.ts'

type Kept = Pick<StepperContext, 'shown' | 'destination'>

/** How testers name the states. */
const states: Readonly<Record<string, string>> = {
  following: 'the step being worked on',
  ready: 'the ended processing, behind another window',
  reading: 'the ended processing',
  staying: 'another step, on purpose',
  moving: 'on the way to the step being worked on',
  leaving: 'the re-processed copy',
}

const label = (step: StepId | undefined): string => (step ? inEnglish(stepLabel(step)) : '')

/** Where the view is on its way to before a step; at the start that follows from the status. */
const destinationBefore = (before: PathStep | undefined, { given }: TestPath): StepId | undefined =>
  before ? (before.facts as Kept).destination?.step : currentStep(given as StepperInput)

const happened = (step: PathStep, before: PathStep | undefined, path: TestPath): string => {
  if (step.event.type.startsWith('xstate.after.')) return 'eight seconds pass'
  if (step.event.type === 'xstate.error.actor.sight')
    return 'the browser does not say whether the page is in sight'
  const event = step.event as unknown as StepperEvent
  // What concerns another submission takes no transition.
  const which = step.transitions.length > 0 ? 'the' : 'another'
  switch (event.type) {
    case 'STATUS_CHANGED':
      return `a live message says that ${which} submission has the status "${inEnglish(exactStatusLabel(event.status))}"`
    case 'VISITED':
      return step.from === 'moving' && destinationBefore(before, path) === event.step
        ? `the page "${label(event.step)}" has been loaded`
        : `the user chooses "${label(event.step)}" in the steps above the page`
    case 'SEEN':
      return 'the user comes to the window or tab of the page'
    case 'UNSEEN':
      return 'the user turns to another window or tab'
    case 'STAY':
      return 'the user presses "Stay on this page"'
    case 'COPY_CREATED':
      return `${product.name} re-processes ${which} submission`
  }
}

const seen = ({ to, facts }: PathStep, before: PathStep | undefined, { given }: TestPath): string => {
  const { shown, destination } = facts as Kept
  if (to === 'moving') return `the view is on its way to the page "${label(destination?.step)}"`
  if (to === 'reading')
    return 'the page "Processing" says "Results are ready", and that the user is taken to them in a moment'
  if (to === 'leaving')
    return 'the view goes to the copy and says "You are now viewing the re-processed copy."'
  const isSame = shown === (before ? (before.facts as Kept) : (given as StepperInput)).shown
  return `the page "${label(shown)}" is ${isSame ? 'still ' : ''}in sight`
}

/** Which step of a submission is shown, in the words of the steps. */
export const stepperWording: Wording = {
  state: id => states[id] ?? id,
  given: ({ given, start }) => {
    const input = given as StepperInput
    return [
      `a submission${input.mode === 'ovt' ? ' of the online validation tool' : ''} with the status "${inEnglish(exactStatusLabel(input.status))}"`,
      start === 'moving'
        ? `its address is opened without a step, and the view is on its way to the page "${label(currentStep(input))}"`
        : `its page "${label(input.shown)}" is in sight`,
    ]
  },
  step: (step, before, path) => ({
    action: happened(step, before, path),
    expected: [seen(step, before, path)],
  }),
}
