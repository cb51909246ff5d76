import { approvalChainNet } from './approvalChain.ts'
import type { Net } from './net.ts'
import { sessionNet } from './session.ts'
import { stepperNet } from './stepper.ts'
import { uploadNet } from './upload.ts'

/** The charts whose decisions are written down a second time, the lifecycle's apart (`lifecycleDecisions`). */
export const nets: readonly Net[] = [approvalChainNet, stepperNet, uploadNet, sessionNet]
