import type { Chart } from '../../../machines/inspection/chart.ts'
import { approvalChainWording } from './approvalChain.ts'
import { lifecycleWording } from './lifecycle.ts'
import { plainWording } from './plain.ts'
import { stepperWording } from './stepper.ts'
import { uploadWording } from './upload.ts'
import type { Wording } from './wording.ts'

export type { StepText, Wording } from './wording.ts'

const ofScreens: Readonly<Record<string, Wording>> = {
  submissionLifecycle: lifecycleWording,
  approvalChain: approvalChainWording,
  stepper: stepperWording,
  upload: uploadWording,
}

/** How the paths of a chart read: in the words of its screens where it has some, any other in its own. */
export const wordingOf = (chart: Chart): Wording => ofScreens[chart.id] ?? plainWording(chart)
