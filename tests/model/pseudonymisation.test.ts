import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { problem } from '../../src/domain/problem.ts'
import { pseudonymisationPlaces } from '../../src/domain/pseudonymisation.ts'
import {
  type ListedSubmission,
  pseudonymisationPageMachine,
  selectRow,
} from '../../src/machines/pseudonymisation-page/index.ts'
import {
  type AddressOutput,
  pseudonymisationRowMachine,
  type RowTarget,
  selectButton,
  type TakenOutput,
} from '../../src/machines/pseudonymisation-row/index.ts'
import {
  explainPseudonymisation,
  pseudonymisationChart,
} from '../../src/machines/pseudonymisation-task/index.ts'
import { err, ok } from '../../src/machines/support/index.ts'
import {
  firstQuestion,
  listFetched,
  pseudonymisationPageSpec,
} from '../../src/model/charts/pseudonymisationPage.ts'
import { pseudonymisationRowSpec, rowInput } from '../../src/model/charts/pseudonymisationRow.ts'
import {
  everyPseudonymisationEvent,
  pseudonymisationDeviations,
  pseudonymisationTaskSpec,
} from '../../src/model/charts/pseudonymisationTask.ts'
import { done, journey } from '../../src/model/live.ts'
import { pseudonymisationDecided } from '../../src/model/pseudonymisationDecisions.ts'
import { isAsDecided } from './support/asDecided.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('task of pseudonymisation', () => {
  isWalkedWhole(pseudonymisationTaskSpec)

  it('answers every event by everybody in every state as was decided, with a reason where it refuses', () => {
    const faults = pseudonymisationPlaces.flatMap(place =>
      pseudonymisationDeviations.flatMap(facts =>
        everyPseudonymisationEvent.flatMap(event => {
          const answer = explainPseudonymisation(place, facts, event)
          const step = pseudonymisationChart.step(place, facts, event)
          const decided = pseudonymisationDecided(place, facts, event)
          return isAsDecided(answer, step, decided) ? [] : [`${place} ${event.type}`]
        }),
      ),
    )
    expect(faults).toEqual([])
  })
})

describe('row of data pseudonymisation', () => {
  isWalkedWhole(pseudonymisationRowSpec)

  const idle = rowInput(null, 0)

  it('sends one request for two clicks, and says "Anonymising..." at once', async () => {
    let requests = 0
    const request = fromPromise<TakenOutput, RowTarget>(async () => {
      requests++
      return ok(undefined)
    })
    const row = createActor(pseudonymisationRowMachine.provide({ actors: { request } }), { input: idle })
    row.start()
    row.send({ type: 'ANONYMISE' })
    expect(selectButton(row.getSnapshot())).toBe('anonymising')
    row.send({ type: 'ANONYMISE' })
    await waitFor(row, snapshot => snapshot.matches('pending'))
    row.send({ type: 'ANONYMISE' })
    expect([requests, row.getSnapshot().value]).toEqual([1, 'pending'])
    row.stop()
  })

  it('follows a message that comes before the answer, and forgets nothing by an older one', () => {
    const request = fromPromise<TakenOutput, RowTarget>(() => new Promise(() => {}))
    const row = createActor(pseudonymisationRowMachine.provide({ actors: { request } }), { input: idle })
    row.start()
    row.send({ type: 'ANONYMISE' })
    for (const [status, version] of [
      ['Success', 3],
      ['Pending', 1],
      [null, 0],
    ] as const)
      row.send({ type: 'STATUS', status, version })
    expect(row.getSnapshot().value).toBe('success')
    row.stop()
  })

  it('says why the request was refused, and can be asked again', async () => {
    const refused = problem('conflict', 'Not now.')
    const { value, context } = await journey(pseudonymisationRowMachine, idle, [
      { type: 'ANONYMISE' },
      done('request', err(refused)),
    ])
    expect([value, context.problem]).toEqual(['idle', refused])
  })

  it.each([
    [null, 'anonymise'],
    ['Pending', 'anonymising'],
    ['Success', 'download'],
    ['Failed', 'failed'],
  ] as const)('shows %s as "%s"', (status, button) => {
    const row = createActor(pseudonymisationRowMachine, { input: rowInput(status, 2) }).start()
    expect(selectButton(row.getSnapshot())).toBe(button)
    row.stop()
  })
})

describe('page of data pseudonymisation', () => {
  isWalkedWhole(pseudonymisationPageSpec)

  const openPage = (fetch: (uuid: string) => Promise<AddressOutput>) => {
    const row = pseudonymisationRowMachine.provide({
      actors: { fetch: fromPromise<AddressOutput, RowTarget>(({ input }) => fetch(input.uuid)) },
    })
    const page = createActor(pseudonymisationPageMachine.provide({ actors: { row } }), {
      input: { question: firstQuestion },
    }).start()
    return {
      page,
      list: (...submissions: ListedSubmission[]) => page.send(listFetched(...submissions)),
      rowOf: (uuid: string) => selectRow(page.getSnapshot(), uuid),
    }
  }
  const done1 = { uuid: 'one', status: 'Success', version: 2 } as const
  const idle2 = { uuid: 'two', status: null, version: 0 } as const

  it('keeps the row of a submission that is listed again, or not any more, and tells it the news', () => {
    const { page, list, rowOf } = openPage(async () => ok(''))
    list(idle2)
    const row = rowOf('two')
    list(done1)
    list({ ...idle2, status: 'Pending', version: 1 }, done1)
    expect([rowOf('two') === row, row?.getSnapshot().value]).toEqual([true, 'pending'])
    expect(Object.keys(page.getSnapshot().children).toSorted()).toEqual(['list', 'one', 'two'])
    page.stop()
  })

  it('passes on the address that a row was given though the row is out of sight, and no other', async () => {
    let answer: (address: AddressOutput) => void = () => {}
    const requested: string[] = []
    const { page, list, rowOf } = openPage(uuid => {
      requested.push(uuid)
      return new Promise(resolve => {
        answer = resolve
      })
    })
    const fetched: string[] = []
    page.on('pseudonymisation.fetched', ({ url }) => fetched.push(url))
    list(done1, idle2)
    const row = rowOf('one')!
    row.send({ type: 'DOWNLOAD' })
    list(idle2)
    answer(ok('https://store/one'))
    await waitFor(row, snapshot => snapshot.matches('success'))
    expect([requested, fetched]).toEqual([['one'], ['https://store/one']])
    page.stop()
  })
})
