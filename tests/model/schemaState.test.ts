import { describe, expect, it } from 'vitest'
import {
  contentChart,
  contentPlaces,
  contentStatesOffered,
  explainContent,
} from '../../src/machines/schema-state/index.ts'
import {
  contentDeviations,
  contentFacts,
  everyContentEvent,
  schemaStateSpec,
} from '../../src/model/charts/schemaState.ts'
import { contentDecided } from '../../src/model/collectionDecisions.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import { people } from '../../src/model/people.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

describe('state of a schema or a ruleset', () => {
  isWalkedWhole(schemaStateSpec)

  it('answers every event by everybody in every state as was decided, with a reason where it refuses', () => {
    const faults = contentPlaces.flatMap(place =>
      contentDeviations.flatMap(facts =>
        everyContentEvent.flatMap(event => {
          const { allowed, refusal } = explainContent(place, facts, event)
          const decided = contentDecided(place, facts, event)
          const after = allowed ? contentChart.step(place, facts, event).place : undefined
          const hasReason = allowed || inEnglish(refusal?.reason ?? '').length > 10
          return after === decided && hasReason ? [] : [`${place} ${event.type}`]
        }),
      ),
    )
    expect(faults).toEqual([])
  })

  it('begins as a Draft of a version that was not there before', () => {
    const publish = { type: 'PUBLISH', actor: people.admin } as const
    expect(contentChart.step('NONE', contentFacts, publish).place).toBe('DRAFT')
    expect(explainContent('NONE', { ...contentFacts, isVersionFree: false }, publish).refusal?.kind).toBe(
      'conflict',
    )
    expect(explainContent('DRAFT', contentFacts, publish).allowed).toBe(false)
  })

  it('is published by nobody who may not read what it opens', () => {
    const opening = {
      ...contentFacts,
      lowered: [
        { field: 'Student.RELIGION', from: 'special-category' },
        { field: 'Student.ETHNIC', from: 'special-category' },
      ],
    } as const
    const { refusal } = explainContent('NONE', opening, { type: 'PUBLISH', actor: people.admin })
    expect([refusal?.kind, inEnglish(refusal?.reason ?? '')]).toEqual([
      'forbidden',
      expect.stringMatching(/^2 special category fields, including Student.RELIGION and Student.ETHNIC,/),
    ])
    const trusted = { ...people.admin, roles: ['admin', 'special-category'] }
    expect(explainContent('NONE', opening, { type: 'PUBLISH', actor: trusted }).allowed).toBe(true)
  })

  it('is withdrawn only while no specification that is Available or In Use needs it', () => {
    expect(contentStatesOffered('AVAILABLE', contentFacts, people.admin)).toEqual(['WITHDRAWN'])
    expect(contentStatesOffered('AVAILABLE', { ...contentFacts, specifications: 1 }, people.admin)).toEqual(
      [],
    )
    expect(contentStatesOffered('WITHDRAWN', contentFacts, people.admin)).toEqual(['AVAILABLE'])
    expect(contentStatesOffered('AVAILABLE', contentFacts, people.analyst)).toEqual([])
  })
})
