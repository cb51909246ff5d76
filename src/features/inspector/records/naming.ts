import { stateTitle } from '../../../machines/inspection/label.ts'
import { camelCase } from '../../../machines/support/leaves.ts'

/** A state of any chart in words, by the id of its leaf: "Awaiting provider". */
export const stateLabel = (state: string): string => stateTitle(state.split('.').at(-1) ?? state)

/** An event of any chart in words: "Assign specification". */
export const eventLabel = (event: string): string => stateTitle(camelCase(event))
