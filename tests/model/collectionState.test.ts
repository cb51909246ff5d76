import { describe, expect, it } from 'vitest'
import {
  type CollectionEvent,
  type CollectionFacts,
  type CollectionPlace,
  collectionChart,
  collectionPlaces,
  explainCollection,
  statesOffered,
} from '../../src/machines/collection-state/index.ts'
import {
  collectionDeviations,
  collectionFacts,
  collectionStateSpec,
  everyCollectionEvent,
} from '../../src/model/charts/collectionState.ts'
import { collectionDecided, mayChangeCollection } from '../../src/model/collectionDecisions.ts'
import { inEnglish } from '../../src/model/everyMessage.ts'
import { people } from '../../src/model/people.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

/** What has to be the case of every answer, whatever it is. */
const faultsOf = (place: CollectionPlace, facts: CollectionFacts, event: CollectionEvent): string[] => {
  const answer = explainCollection(place, facts, event)
  const stepped = collectionChart.step(place, facts, event)
  const decided = collectionDecided(place, facts, event)
  return [
    ...(answer.allowed === (decided !== undefined) ? [] : ['otherwise than decided']),
    ...(decided && stepped.place !== decided.place ? [`leads to ${stepped.place}`] : []),
    ...(answer.allowed || answer.refusal?.kind === (mayChangeCollection(event) ? 'conflict' : 'forbidden')
      ? []
      : [`is ${answer.refusal?.kind}`]),
    ...(answer.refusal && inEnglish(answer.refusal.reason).length < 10 ? ['has no reason'] : []),
    ...(answer.allowed || (stepped.place === place && stepped.effects.length === 0)
      ? []
      : ['changes something though it is refused']),
  ].map(fault => `${place} ${event.type} ${JSON.stringify(event.actor)}: ${fault}`)
}

describe('state of a collection', () => {
  isWalkedWhole(collectionStateSpec)

  it('answers every event by everybody in every state as was decided, with a reason where it refuses', () => {
    const faults = collectionPlaces.flatMap(place =>
      collectionDeviations.flatMap(facts =>
        everyCollectionEvent.flatMap(event => faultsOf(place, facts, event)),
      ),
    )
    expect(faults.slice(0, 10)).toEqual([])
  })

  it.each<[CollectionPlace, string[]]>([
    ['Draft', ['Deleted', 'Open', 'Validation']],
    ['Validation', ['Draft', 'Deleted', 'Open']],
    ['Open', ['Closed']],
    ['Closed', ['Open', 'Historic amendment', 'Archived']],
    ['Historic amendment', ['Closed', 'Archived']],
    ['Archived', ['Historic amendment']],
    ['Deleted', []],
  ])('offers an administrator at %s what follows, and nobody else anything', (place, expected) => {
    expect(statesOffered(place, collectionFacts, people.admin).toSorted()).toEqual(expected.toSorted())
    for (const person of [people.analyst, people.staff, people.submitter, people.regulator])
      expect(statesOffered(place, collectionFacts, person)).toEqual([])
  })

  it.each<[string, CollectionPlace, Partial<CollectionFacts>, CollectionEvent, string]>([
    [
      'opening without a specification',
      'Draft',
      { specificationId: null, specificationState: undefined },
      { type: 'OPEN', actor: people.admin },
      'First assign a specification that is Available or In Use.',
    ],
    [
      'deleting what has submissions',
      'Validation',
      { liveSubmissions: 3 },
      { type: 'DELETE', actor: people.admin },
      'This collection has submissions, so you cannot delete it. Close and archive it instead.',
    ],
    [
      'another period once files are taken',
      'Open',
      {},
      { type: 'CHANGE_DETAILS', changesPeriod: true, actor: people.admin },
      'You can change the reference period only while the collection is a Draft.',
    ],
    [
      'an analyst',
      'Draft',
      {},
      { type: 'OPEN', actor: people.analyst },
      'Only Bedel administrators can change the state of a collection.',
    ],
    [
      'a step that does not follow',
      'Open',
      {},
      { type: 'ARCHIVE', actor: people.admin },
      '"Archived" is not possible while the collection is "Open".',
    ],
    [
      'a reference that is taken',
      'Archived',
      {},
      { type: 'CREATE', actor: people.admin },
      'Student 2026/27 already uses this reference and is "Archived". Choose another reference.',
    ],
    [
      'a reference that a deleted collection keeps',
      'Deleted',
      {},
      { type: 'CREATE', actor: people.admin },
      'Student 2026/27 used this reference and was deleted. References cannot be reused, so choose another.',
    ],
  ])('refuses %s in words', (_, place, deviation, event, sentence) => {
    const { refusal } = explainCollection(
      place,
      { ...collectionFacts, ...deviation },
      event,
      'Student 2026/27',
    )
    expect(refusal && inEnglish(refusal.reason)).toBe(sentence)
  })
})
