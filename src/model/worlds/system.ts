import { lifecycleSpec } from '../charts/lifecycle.ts'
import type { World } from '../testPaths.ts'

/**
 * What a whole system adds to the lifecycle's own rules. The chart looks at one submission; between submissions the
 * server keeps three rules more.
 */
export const wholeSystem: World = {
  whyNot: (path, { event, fromState, scenario }) => {
    if (event.type === 'SUPERSEDED' && fromState === 'unknown')
      return 'Nothing is superseded before it exists.'
    if (event.type === 'COPIED' && lifecycleSpec.inputs[scenario]?.mode === 'ovt')
      return 'A file of online validation is not re-processed, so no copy of one is ever made.'
    return path.at(-1)?.event.type === 'REPROCESSED' && event.type !== 'SUPERSEDED'
      ? 'The copy takes the place of its source in the same moment, and only the latest is decided upon.'
      : undefined
  },
}

/** An upload ends for its page when that is left. */
export const notAfterLeaving: World = {
  whyNot: (_, { event }) =>
    event.type === 'LEAVE'
      ? 'Who leaves the page sees nothing more of it: `src/services/actors/upload.test.ts` asks what the server is told.'
      : undefined,
}
