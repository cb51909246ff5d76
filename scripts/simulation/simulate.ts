import fc from 'fast-check'
import { type Story, stories } from './stories.ts'
import { type PutIn, runStory } from './story.ts'

/** What a seed has shown to be wrong, with the shortest story that shows it. */
export interface Failure {
  seed: number
  /** What is not as the specification says, in words. */
  reason: string
  story: Story
  /** The faults of the story, each where it struck. */
  faults: readonly string[]
}

/** Longest search for a shorter story, in ms. */
const shrinkMs = 30_000

/** Runs the story of a seed; undefined where everything is as the specification says. */
export const simulate = async (seed: number, putIn: PutIn = {}): Promise<Failure | undefined> => {
  const struck = new Map<Story, readonly string[]>()
  const story = fc.asyncProperty(stories, async told => {
    const faults: string[] = []
    struck.set(told, faults)
    await runStory(told, putIn, faults)
  })
  const found = await fc.check(story, { seed, numRuns: 1, interruptAfterTimeLimit: shrinkMs })
  const [shortest] = found.counterexample ?? []
  if (!found.failed || !shortest) return undefined
  const reason =
    found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance)
  return { seed, reason, story: shortest, faults: struck.get(shortest) ?? [] }
}

const deeds = {
  upload: 'The provider uploads a file',
  cancel: 'The provider cancels the upload',
  next: 'Whoever is asked takes the submission on',
  decline: 'The agency declines',
  resubmit: 'The agency requests a resubmission',
  reprocess: 'The agency has the file processed again',
  nilReturn: 'The agency records a nil return',
} as const

/** A failure as a story of a few lines, and how to see it again. */
export const toldOf = ({ seed, reason, story, faults }: Failure): string[] => [
  `Store: ${story.store}; ${story.disorder === 0 ? 'everything takes equally long' : `things take differently long (${story.disorder})`}.`,
  ...story.deeds.map(deed => {
    const trouble =
      deed.kind !== 'upload' || !deed.trouble
        ? ''
        : ` (${deed.trouble}${/schema|right/.test(deed.trouble) ? '' : ` at ${deed.at}`})`
    const after = deed.wait > 0 ? `After ${deed.wait} ms: ` : ''
    return `${after}${deeds[deed.kind]}${trouble}${deed.kind === 'upload' && !deed.isSent ? ' and sends nothing' : ''}.`
  }),
  ...faults.map(fault => `Fault: ${fault}`),
  `Then: ${reason}`,
  `Again: npm run simulate -- --seed ${seed}`,
]
