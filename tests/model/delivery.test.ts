import { describe, expect, it } from 'vitest'
import { configurationPlaces } from '../../src/domain/deliveryConfiguration.ts'
import { deliveryPlaces } from '../../src/domain/deliveryPlace.ts'
import { deliveryChart, explainDelivery } from '../../src/machines/delivery/index.ts'
import { configurationChart, explainConfiguration } from '../../src/machines/delivery-configuration/index.ts'
import {
  configurationDeviations,
  deliveryConfigurationSpec,
  deliveryDeviations,
  deliverySpec,
  everyConfigurationEvent,
  everyDeliveryEvent,
} from '../../src/model/charts/delivery.ts'
import { configurationDecided, deliveryDecided } from '../../src/model/deliveryDecisions.ts'
import { isAsDecided } from './support/asDecided.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const title = 'answers every event by everybody in every state as was decided, with a reason where it refuses'

describe('delivery configuration', () => {
  isWalkedWhole(deliveryConfigurationSpec)

  it(title, () => {
    const faults = configurationPlaces.flatMap(place =>
      configurationDeviations.flatMap(facts =>
        everyConfigurationEvent
          .filter(
            event =>
              !isAsDecided(
                explainConfiguration(place, facts, event),
                configurationChart.step(place, facts, event),
                configurationDecided(place, facts, event),
              ),
          )
          .map(event => `${place} ${event.type}`),
      ),
    )
    expect(faults).toEqual([])
  })
})

describe('delivery', () => {
  isWalkedWhole(deliverySpec)

  it(title, () => {
    const faults = deliveryPlaces.flatMap(place =>
      deliveryDeviations.flatMap(facts =>
        everyDeliveryEvent
          .filter(
            event =>
              !isAsDecided(
                explainDelivery(place, facts, event),
                deliveryChart.step(place, facts, event),
                deliveryDecided(place, facts, event),
              ),
          )
          .map(event => `${place} ${event.type}`),
      ),
    )
    expect(faults).toEqual([])
  })
})
