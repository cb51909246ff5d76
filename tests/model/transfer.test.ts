import { describe, expect, it } from 'vitest'
import { transferPlaces } from '../../src/domain/transfer.ts'
import { transferChart } from '../../src/machines/transfer/index.ts'
import { everyTransferEvent, transferDeviations, transferSpec } from '../../src/model/charts/transfer.ts'
import { transferDecided } from '../../src/model/transferDecisions.ts'
import { isAsDecided } from './support/asDecided.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('transfer of research students', () => {
  isWalkedWhole(transferSpec)

  it('answers every event by everybody in every state as was decided, with a reason where it refuses', () => {
    const faults = transferPlaces.flatMap(place =>
      transferDeviations.flatMap(facts =>
        everyTransferEvent
          .filter(
            event =>
              !isAsDecided(
                transferChart.explain(place, facts, event),
                transferChart.step(place, facts, event),
                transferDecided(place, facts, event),
              ),
          )
          .map(event => `${place} ${event.type}`),
      ),
    )
    expect(faults).toEqual([])
  })
})
