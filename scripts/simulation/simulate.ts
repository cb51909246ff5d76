import fc from 'fast-check'
import { placeFaults } from './faults.ts'
import { type Deed, drafts, type Story } from './stories.ts'
import { type PutIn, runStory, type StoryOutcome } from './story.ts'

/** What a seed has shown to be wrong, with the shortest story that shows it. */
export interface Failure {
  seed: number
  /** What is not as the specification says, in words. */
  reason: string
  story: Story
  /** The faults of the story, each where it struck. */
  faults: readonly string[]
}

/** Stories that are a step shorter: without some of it, or with less of a matter. */
const shorterThan = (story: Story): Story[] => {
  const { disorder, store, deeds: done, faults } = story
  const half = Math.ceil(faults.length / 2)
  return [
    ...(faults.length > 2 ? [faults.slice(half), faults.slice(0, half)] : []).map(some => ({
      ...story,
      faults: some,
    })),
    ...(disorder === 0 ? [] : [{ ...story, disorder: 0 }]),
    ...faults.map((_, at) => ({ ...story, faults: faults.toSpliced(at, 1) })),
    ...(done.length > 1 ? done.map((_, at) => ({ ...story, deeds: done.toSpliced(at, 1) })) : []),
    ...done.flatMap((deed, at) => {
      const plain: Deed[] = deed.wait > 0 ? [{ ...deed, wait: 0 }] : []
      if (deed.kind === 'upload' && deed.trouble) plain.push({ ...deed, trouble: undefined })
      return plain.map(one => ({ ...story, deeds: done.with(at, one) }))
    }),
    ...(store === 'folder' ? [] : [{ ...story, store: 'folder' as const }]),
  ]
}

/** What a seed has come to. */
export interface SeedOutcome {
  /** How many faults its story has, and how many of them found the point at which they strike. */
  planned: number
  struck: number
  /** Undefined where everything is as the specification says. */
  failure: Failure | undefined
}

/**
 * Runs the story of a seed: without faults, with half of them, and with all. Each time the next faults get points that the
 * time before has passed, so that they strike, those of the second half also while the system recovers from the first.
 */
export const simulate = async (seed: number, putIn: PutIn = {}): Promise<SeedOutcome> => {
  const run = async (story: Story): Promise<StoryOutcome | Failure> => {
    const faults: string[] = []
    try {
      return await runStory(story, putIn, faults)
    } catch (error) {
      return { seed, reason: error instanceof Error ? error.message : String(error), story, faults }
    }
  }
  const [draft] = fc.sample(drafts, { seed, numRuns: 1 })
  if (!draft) throw new Error(`There is no story of seed ${seed}.`)
  const half = Math.ceil(draft.faults.length / 2)
  let story: Story = { ...draft, faults: [] }
  let told = await run(story)
  for (const drawn of [draft.faults.slice(0, half), draft.faults.slice(half)]) {
    if ('reason' in told || drawn.length === 0) break
    story = { ...story, faults: [...story.faults, ...placeFaults(drawn, told.passed)] }
    told = await run(story)
  }
  const outcome = { planned: story.faults.length, struck: told.faults.length }
  return { ...outcome, failure: 'reason' in told ? await shortest(told, run) : undefined }
}

/** From a story that fails it goes on with the next way to shorten it, until none of the ways is left. */
const shortest = async (
  first: Failure,
  run: (story: Story) => Promise<StoryOutcome | Failure>,
): Promise<Failure> => {
  let failure = first
  for (let at = 0, inVain = 0; ; ) {
    const shorter = shorterThan(failure.story)
    if (inVain >= shorter.length) return failure
    at %= shorter.length
    const told = await run(shorter[at]!)
    if ('reason' in told) {
      failure = told
      inVain = 0
    } else {
      inVain += 1
      at += 1
    }
  }
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
export const describeFailure = ({ seed, reason, story, faults }: Failure): string[] => [
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
