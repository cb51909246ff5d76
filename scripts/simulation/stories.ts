import fc from 'fast-check'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'
import { faultsAt, type PlannedFault, type PointKind, pointKinds } from './faults.ts'
import type { Trouble } from './server.ts'

/** What somebody does, and how long they wait before they do it, in ms. */
export type Deed = { wait: number } & (
  | { kind: 'upload'; trouble: Trouble | undefined; at: Stage; isSent: boolean }
  | { kind: 'cancel' | 'next' | 'decline' | 'resubmit' | 'reprocess' | 'nilReturn' }
)

export interface Story {
  /** How differently long things take; 0: all equally long. */
  disorder: number
  store: 'folder' | 's3'
  deeds: readonly Deed[]
  faults: readonly PlannedFault[]
}

const troubles: readonly Trouble[] = ['schema', 'right', 'oneFault', 'fourFaults', 'forGood']
const stagesOfTrouble: readonly Stage[] = [
  'PROVISIONING',
  'SCHEMA_CHECK',
  'ENRICHMENT',
  'QUALITY_RULES',
  'HISTORY',
]
const waits = fc.constantFrom(0, 50, 500, 3000, 30_000)

const upload = fc.record({
  kind: fc.constant('upload' as const),
  wait: waits,
  trouble: fc.option(fc.constantFrom(...troubles), { nil: undefined, freq: 2 }),
  at: fc.constantFrom(...stagesOfTrouble),
  isSent: fc.nat(9).map(n => n < 9),
})
const other = fc.record({
  kind: fc.constantFrom(
    'next',
    'next',
    'next',
    'next',
    'cancel',
    'decline',
    'resubmit',
    'reprocess',
    'nilReturn',
  ),
  wait: waits,
}) as fc.Arbitrary<Deed>

/** How many points of each kind a story passes, more or less. */
const usual: Record<PointKind, number> = {
  statement: 600,
  send: 12,
  commit: 60,
  store: 20,
  request: 20,
  frame: 60,
}

const faultAt = (point: PointKind): fc.Arbitrary<PlannedFault> =>
  fc.record({
    point: fc.constant(point),
    at: fc.noBias(fc.integer({ min: 1, max: usual[point] })),
    kind: fc.constantFrom(...faultsAt[point]),
  })

/** Steps of the store of which a story has few, and where an end in the middle tells. */
const rare = ['receive', 'settle', 'seal', 'write', 'put', 'remove'] as const
const faultAtRare: fc.Arbitrary<PlannedFault> = fc.record({
  point: fc.constant('store' as const),
  where: fc.constantFrom(...rare.map(step => `store: ${step}`)),
  at: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom(...faultsAt.store),
})

/** Every story: some uploads and other deeds, and faults at numbered points. */
export const stories: fc.Arbitrary<Story> = fc.record({
  disorder: fc.noBias(fc.nat(1_000_000)),
  store: fc.constantFrom('folder', 's3'),
  deeds: fc
    .tuple(
      upload,
      fc.array(fc.oneof({ arbitrary: other, weight: 3 }, { arbitrary: upload, weight: 1 }), {
        maxLength: 8,
        size: 'max',
      }),
    )
    .map(([first, rest]) => [first, ...rest]),
  faults: fc.array(fc.oneof(...pointKinds.map(faultAt), faultAtRare), { maxLength: 15, size: 'max' }),
}) as fc.Arbitrary<Story>
