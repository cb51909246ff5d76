import { describe, expect, it } from 'vitest'
import {
  explainSpecification,
  specificationChart,
  specificationPlaces,
  specificationStatesOffered,
} from '../../src/machines/specification-state/index.ts'
import {
  everySpecificationEvent,
  specificationDeviations,
  specificationFacts,
  specificationStateSpec,
} from '../../src/model/charts/specificationState.ts'
import { specificationDecided } from '../../src/model/collectionDecisions.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import { people } from '../../src/model/people.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('state of a specification', () => {
  isWalkedWhole(specificationStateSpec)

  it('answers every event by everybody in every state as was decided, with a reason where it refuses', () => {
    const faults = specificationPlaces.flatMap(place =>
      specificationDeviations.flatMap(facts =>
        everySpecificationEvent.flatMap(event => {
          const { allowed, refusal } = explainSpecification(place, facts, event)
          const decided = specificationDecided(place, facts, event)
          const isAsDecided = allowed === (decided !== undefined)
          const after = allowed ? specificationChart.step(place, facts, event).place : undefined
          const hasReason = allowed || inEnglish(refusal?.reason ?? '').length > 10
          return isAsDecided && after === decided && hasReason ? [] : [`${place} ${event.type}`]
        }),
      ),
    )
    expect(faults).toEqual([])
  })

  it('is put in use by collections alone, never by a person', () => {
    for (const person of Object.values(people))
      for (const place of specificationPlaces)
        expect(specificationStatesOffered(place, specificationFacts, person)).not.toContain('IN_USE')
    expect(specificationStatesOffered('DRAFT', specificationFacts, people.analyst)).toEqual(['AVAILABLE'])
    expect(specificationStatesOffered('AVAILABLE', specificationFacts, people.admin)).toEqual(['DRAFT'])
    expect(specificationStatesOffered('DRAFT', specificationFacts, people.staff)).toEqual([])
  })
})
