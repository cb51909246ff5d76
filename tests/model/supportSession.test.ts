import { describe, expect, it } from 'vitest'
import { supportSessionPlaces } from '../../src/domain/supportSession.ts'
import { supportSessionChart } from '../../src/machines/support-session/index.ts'
import {
  everySupportSessionEvent,
  supportSessionDeviations,
  supportSessionSpec,
} from '../../src/model/charts/supportSession.ts'
import { supportSessionDecided } from '../../src/model/supportDecisions.ts'
import { isAsDecided } from './support/asDecided.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('support session', () => {
  isWalkedWhole(supportSessionSpec)

  it('answers every event by everybody in every state as was decided, with a reason where it refuses', () => {
    const faults = supportSessionPlaces.flatMap(place =>
      supportSessionDeviations.flatMap(facts =>
        everySupportSessionEvent
          .filter(
            event =>
              !isAsDecided(
                supportSessionChart.explain(place, facts, event),
                supportSessionChart.step(place, facts, event),
                supportSessionDecided(place, facts, event),
              ),
          )
          .map(event => `${place} ${event.type}`),
      ),
    )
    expect(faults).toEqual([])
  })
})
