import fc from 'fast-check'
import type { Stage } from '../../src/machines/submission-lifecycle/index.ts'
import { type DrawnFault, faultsAt, type PlannedFault, type PointKind, pointKinds } from './faults.ts'
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

/** A story as it is drawn: which points it passes is known when it has run. */
export type Draft = Omit<Story, 'faults'> & { faults: readonly DrawnFault[] }

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

/** Equally often at every point that a story passes. */
const shares = fc.noBias(fc.nat(9999)).map(n => n / 10_000)

const faultAt = (point: PointKind): fc.Arbitrary<DrawnFault> =>
  fc.record({ point: fc.constant(point), share: shares, kind: fc.constantFrom(...faultsAt[point]) })

/** Steps of the store of which a story has few, and where an end in the middle tells. */
const rare = ['receive', 'settle', 'seal', 'write', 'put', 'remove'] as const
const faultAtRare: fc.Arbitrary<DrawnFault> = fc.record({
  point: fc.constant('store' as const),
  where: fc.constantFrom(...rare.map(step => `store: ${step}`)),
  share: shares,
  kind: fc.constantFrom(...faultsAt.store),
})

/** Every story: some uploads and other deeds, and faults that have no points yet. */
export const drafts: fc.Arbitrary<Draft> = fc.record({
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
}) as fc.Arbitrary<Draft>
