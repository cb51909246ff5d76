import type { Problem } from '../../domain/problem.ts'
import type { Result } from '../support/result.ts'

/** A file that was picked; it is held elsewhere, under its id. */
export interface Picked {
  id: string
  name: string
  size: number
}

/** A file beside a schema, and whether it has to fit it. */
export interface Sample extends Picked {
  isAccepted: boolean
}

/** Input of the actor `publish`. */
export interface PublishInput {
  fileId: string
  samples: readonly { id: string; isAccepted: boolean }[]
}
/** Output of the actor `publish`: what was published. */
export type PublishOutput = Result<{ version: string }>

export interface PublicationInput {
  /** Sample files that are taken at most; of a ruleset none. */
  mostSamples: number
}

export interface PublicationContext extends PublicationInput {
  file: Picked | undefined
  samples: readonly Sample[]
  /** Whether the person has tried to publish: from then on a missing file is shown as a fault. */
  isSubmitAttempted: boolean
  version: string | undefined
  problem: Problem | undefined
}

export type PublicationEvent =
  | { type: 'PICK'; file: Picked }
  | { type: 'ADD_SAMPLE'; sample: Sample }
  | { type: 'REMOVE_SAMPLE'; id: string }
  | { type: 'SUBMIT' }

/** What views ask. */
export type PublicationTag = 'busy'
