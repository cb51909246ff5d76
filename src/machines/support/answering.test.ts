import { expect, it } from 'vitest'
import { type AnyStateNode, and, setup } from 'xstate'
import { noRight } from '../../domain/permissions.ts'
import { apiKeyGuards } from '../api-key/guards.ts'
import { apiKeyMachine } from '../api-key/index.ts'
import { collectionGuards } from '../collection-state/guards.ts'
import { collectionStateMachine } from '../collection-state/index.ts'
import { deliveryGuards } from '../delivery/guards.ts'
import { deliveryMachine } from '../delivery/index.ts'
import { configurationGuards } from '../delivery-configuration/guards.ts'
import { deliveryConfigurationMachine } from '../delivery-configuration/index.ts'
import { issueGuards } from '../issue/guards.ts'
import { issueMachine } from '../issue/index.ts'
import { jobGuards } from '../job/guards.ts'
import { jobMachine } from '../job/index.ts'
import { pseudonymisationGuards } from '../pseudonymisation-task/guards.ts'
import { pseudonymisationTaskMachine } from '../pseudonymisation-task/index.ts'
import { contentGuards } from '../schema-state/guards.ts'
import { schemaStateMachine } from '../schema-state/index.ts'
import { specificationGuards } from '../specification-state/guards.ts'
import { specificationStateMachine } from '../specification-state/index.ts'
import { guards } from '../submission-lifecycle/guards.ts'
import { submissionLifecycle } from '../submission-lifecycle/index.ts'
import { webhookGuards } from '../webhook-endpoint/guards.ts'
import { webhookEndpointMachine } from '../webhook-endpoint/index.ts'
import { answersOf } from './answering.ts'
import { type Guard, implementationsOf } from './guard.ts'

type Table = Record<string, Guard<never, never>>

/** Every chart that answers why not. */
const charts: readonly [AnyStateNode, Table][] = [
  [apiKeyMachine.root, apiKeyGuards],
  [collectionStateMachine.root, collectionGuards],
  [deliveryMachine.root, deliveryGuards],
  [deliveryConfigurationMachine.root, configurationGuards],
  [issueMachine.root, issueGuards],
  [jobMachine.root, jobGuards],
  [pseudonymisationTaskMachine.root, pseudonymisationGuards],
  [schemaStateMachine.root, contentGuards],
  [specificationStateMachine.root, specificationGuards],
  [submissionLifecycle.root, guards],
  [webhookEndpointMachine.root, webhookGuards],
]

/** Paths from the root to each leaf, the outermost first. */
const pathsFrom = (node: AnyStateNode): AnyStateNode[][] => {
  const inner = Object.values(node.states).flatMap(pathsFrom)
  return inner.length === 0 ? [[node]] : inner.map(path => [node, ...path])
}

/** Events of states whose last candidate does not explain all of them. */
const unexplained = (root: AnyStateNode, table: Table): string[] => {
  const { guardNamesOf } = answersOf<never, never, string>(root, table)
  return pathsFrom(root).flatMap(path =>
    [...new Set(path.flatMap(node => [...node.transitions.keys()]))].flatMap(type => {
      const demands = path
        .flatMap(node => node.transitions.get(type) ?? [])
        .map(({ guard }) => guardNamesOf(guard).filter(name => table[name]?.kind !== 'route'))
      return new Set(demands.map(names => names.join())).size > 1 ? [`${path.at(-1)?.id} ${type}`] : []
    }),
  )
}

it.each(charts.map(([root, table]) => [root.id, root, table] as const))(
  'the candidates of an event in %s differ by routes only, so that the last explains them all',
  (_, root, table) => {
    expect(unexplained(root, table)).toEqual([])
  },
)

it('finds an event that its last candidate does not explain', () => {
  const guard = (kind: Guard<never, never>['kind']) => ({
    kind,
    test: () => true,
    holds: noRight,
    fails: noRight,
  })
  const table = { mayGo: guard('right'), isNear: guard('route'), hasKey: guard('condition') }
  const chartOf = (first: string[], last: string[]) =>
    setup({
      types: { events: {} as { type: 'GO' } },
      guards: implementationsOf<never, never, string>(table) as object,
    }).createMachine({
      id: 'door',
      initial: 'shut',
      states: { shut: { on: { GO: [{ guard: and(first as never) }, { guard: and(last as never) }] } } },
    }).root
  expect(unexplained(chartOf(['mayGo', 'isNear'], ['mayGo']), table)).toEqual([])
  expect(unexplained(chartOf(['mayGo', 'hasKey'], ['mayGo']), table)).toEqual(['door.shut GO'])
  expect(unexplained(chartOf(['mayGo'], ['mayGo', 'hasKey']), table)).toEqual(['door.shut GO'])
})
