import fc from 'fast-check'
import { type Deed, type Story, stories } from './stories.ts'
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

/** Runs the story of a seed; undefined where everything is as the specification says. */
export const simulate = async (seed: number, putIn: PutIn = {}): Promise<Failure | undefined> => {
  const run = async (story: Story): Promise<Failure | undefined> => {
    const faults: string[] = []
    try {
      await runStory(story, putIn, faults)
      return undefined
    } catch (error) {
      return { seed, reason: error instanceof Error ? error.message : String(error), story, faults }
    }
  }
  const first: { failure?: Failure | undefined } = {}
  const property = fc.asyncProperty(stories, async story => {
    first.failure = await run(story)
  })
  await fc.check(property, { seed, numRuns: 1 })
  let { failure } = first
  // From one that fails on it goes on with the next way to shorten it, until none of the ways is left.
  for (let at = 0, inVain = 0; failure; ) {
    const shorter: Story[] = shorterThan(failure.story)
    if (inVain >= shorter.length) break
    at %= shorter.length
    const found = await run(shorter[at]!)
    failure = found ?? failure
    inVain = found ? 0 : inVain + 1
    at += found ? 0 : 1
  }
  return failure
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
