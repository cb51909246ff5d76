import type { AnyStateMachine } from 'xstate'
import { submissionLifecycle } from '../../src/machines/submission-lifecycle/index.ts'
import { names } from '../../src/model/lifecycleDecisions.ts'
import { eventTypes, firstDeviation, isKilled } from '../../src/model/lifecycleMutation.ts'
import { questionsAbout } from '../../src/model/lifecycleQuestions.ts'
import { type Mutant, type MutationKind, mutantsOf } from '../../src/model/mutants.ts'
import { nets } from '../../src/model/nets/index.ts'
import { firstDeviation as firstOf, isNoticed } from '../../src/model/nets/net.ts'
import { helpOn } from '../support/help.mjs'
import { chartName, printTable } from './table.ts'

/**
 * `npm run model:mutate [-- <chart> …]`: puts one fault after the other into the charts whose decisions are written down a
 * second time, and asks whether these notice. Prints the survivors. Ends with 1 under 95 % of all, or 100 % of guards.
 */
helpOn(`npm run model:mutate [-- <chart> …]
  Puts faults into the charts, one at a time, and prints those that the decisions written beside them do not notice.`)

const aims = { all: 0.95, guards: 1 }

interface Judge {
  machine: AnyStateMachine
  /** Where the chart itself is not as decided, in words. */
  deviation: () => string | undefined
  notices: (mutant: Mutant) => boolean
  /** Whether the decisions say anything about this kind of fault. */
  judges: (mutant: Mutant) => boolean
}

const lifecycle: Judge = {
  machine: submissionLifecycle,
  deviation: () => {
    for (const type of eventTypes) {
      const found = firstDeviation(submissionLifecycle, questionsAbout(type, names))
      if (found)
        return `${found.status} ${found.event.type} by ${found.person}, ${JSON.stringify(found.facts)}`
    }
    return undefined
  },
  notices: isKilled,
  judges: ({ kind }) => kind !== 'tag dropped',
}

const judges: Judge[] = [
  lifecycle,
  ...nets.map(net => ({
    machine: net.machine,
    deviation: () => {
      const found = firstOf(net)
      return found && JSON.stringify(found, null, 1)
    },
    notices: (mutant: Mutant) => isNoticed(net, mutant),
    judges: ({ label }: Mutant) => !(label in (net.harmless ?? {})),
  })),
]

interface Tally {
  made: number
  killed: number
}

const share = ({ made, killed }: Tally): number => (made === 0 ? 1 : killed / made)
const sumOf = (tallies: readonly Tally[]): Tally => ({
  made: tallies.reduce((sum, { made }) => sum + made, 0),
  killed: tallies.reduce((sum, { killed }) => sum + killed, 0),
})

/** Judges one chart and prints its survivors; whether enough faults were noticed. */
const judge = ({ machine, deviation, notices, judges: isJudged }: Judge): boolean => {
  const wrong = deviation()
  if (wrong) {
    console.error(`The chart ${machine.id} itself is not as decided: ${wrong}`)
    return false
  }
  const tally = new Map<MutationKind, Tally>()
  const survivors: string[] = []
  for (const mutant of mutantsOf(machine)) {
    if (!isJudged(mutant)) continue
    const entry = tally.get(mutant.kind) ?? { made: 0, killed: 0 }
    const isKilledNow = notices(mutant)
    tally.set(mutant.kind, { made: entry.made + 1, killed: entry.killed + Number(isKilledNow) })
    if (!isKilledNow) survivors.push(`${mutant.kind}: ${mutant.label}`)
  }
  const all = sumOf([...tally.values()])
  const ofGuards = sumOf([...tally].flatMap(([kind, entry]) => (kind.startsWith('guard') ? [entry] : [])))
  console.log(`\n${machine.id}`)
  printTable([
    ['fault', 'mutants', 'killed', 'share'],
    ...[...tally, ['all', all] as const].map(([kind, entry]) => [
      kind,
      String(entry.made),
      String(entry.killed),
      `${(100 * share(entry)).toFixed(1)} %`,
    ]),
  ])
  for (const survivor of survivors) console.log(`survives: ${survivor}`)
  const isEnough = share(all) >= aims.all && share(ofGuards) >= aims.guards
  if (!isEnough) console.error('Under the aim: 95 % of all mutants, 100 % of those of guards.')
  return isEnough
}

const chartNames = process.argv.slice(2).map(chartName)
const chosen = judges.filter(
  ({ machine }) => chartNames.length === 0 || chartNames.includes(chartName(machine.id)),
)
process.exitCode = chosen.length > 0 && chosen.map(judge).every(Boolean) ? 0 : 1
