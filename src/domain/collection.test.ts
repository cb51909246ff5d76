import { expect, it } from 'vitest'
import {
  acceptsOnlineValidation,
  acceptsSubmissions,
  byPhase,
  collectionStateOf,
  collectionStates,
  collectionsSeen,
  deletedLast,
  isActiveCollection,
  isReprocessable,
  majorStateOf,
  ownReferenceFirst,
  plannedMoves,
  specificationQuestion,
  takesHistoricAmendments,
} from './collection.ts'
import { followingCollection, isReferenceOf, nextCollection } from './collectionSeries.ts'

it('knows which collections are active, take submissions and take files for online validation', () => {
  const names = (holds: (name: (typeof collectionStates)[number]['name']) => boolean) =>
    collectionStates.filter(({ name }) => holds(name)).map(({ name }) => name)
  expect(names(isActiveCollection)).toEqual(['Draft', 'Open', 'Historic amendment', 'Validation'])
  expect(names(acceptsSubmissions)).toEqual(['Open', 'Historic amendment'])
  expect(names(isReprocessable)).toEqual(['Open', 'Closed', 'Historic amendment'])
  expect(names(takesHistoricAmendments)).toEqual(['Historic amendment'])
  expect(names(acceptsOnlineValidation)).toEqual(['Open', 'Historic amendment', 'Validation'])
})

it('shows providers what concerns them, and the agency everything', () => {
  const seen = collectionsSeen({ isAgency: false, validatesOnline: false })
  expect(seen).toEqual({ always: ['Open', 'Closed', 'Historic amendment'], withSubmission: ['Archived'] })
  expect(collectionsSeen({ isAgency: false, validatesOnline: true }).always).toContain('Validation')
  expect(collectionsSeen({ isAgency: true, validatesOnline: false }).always).toHaveLength(
    collectionStates.length,
  )
})

it('knows the references of a stream: two digits of the year, then the stream', () => {
  const taken = ['26056', '00056', '26042', '26999', '2656', '126056', 'x6056', '']
  expect(taken.filter(reference => isReferenceOf('056', reference))).toEqual(['26056', '00056'])
})

it('begins the next collection a year after the latest', () => {
  const latest = {
    reference: '25056',
    name: 'Student 2025/26',
    referencePeriodStart: '2025-08-01',
    referencePeriodEnd: '2026-07-31',
  }
  expect(followingCollection(latest)).toEqual({
    reference: '26056',
    name: 'Student 2026/27',
    referencePeriodStart: '2026-08-01',
    referencePeriodEnd: '2027-07-31',
  })
  const turns = { ...latest, reference: '99056', name: 'Student 2099/00', referencePeriodEnd: '2100-02-29' }
  expect(followingCollection(turns)).toMatchObject({
    reference: '00056',
    name: 'Student 2100/01',
    referencePeriodEnd: '2101-02-28',
  })
})

it('begins a new collection after the latest that was not deleted, past references that stay taken', () => {
  const year = (of: number, state: 'Draft' | 'Deleted' | 'Open', stream = '056') => ({
    reference: `${of}${stream}`,
    name: `Student 20${of}/${of + 1}`,
    referencePeriodStart: `20${of}-08-01`,
    referencePeriodEnd: `20${of + 1}-07-31`,
    state: collectionStateOf(state),
  })
  const [open, draft, mistaken] = [year(24, 'Open'), year(25, 'Draft'), year(30, 'Deleted')]
  const next = (...collections: ReturnType<typeof year>[]) => {
    const { proposed, passed } = nextCollection('056', collections) ?? {}
    return [proposed?.reference, proposed?.name, passed?.map(({ reference }) => reference)]
  }
  expect(next(draft, open)).toEqual(['26056', 'Student 2026/27', []])
  expect(next(mistaken, draft)).toEqual(['26056', 'Student 2026/27', []])
  const taken = [year(27, 'Deleted'), year(26, 'Deleted'), draft] as const
  expect(next(...taken)).toEqual(['28056', 'Student 2028/29', ['26056', '27056']])
  expect(next(year(40, 'Open', '042'), draft)).toEqual(['26056', 'Student 2026/27', []])
  expect(nextCollection('056', [mistaken])).toBeUndefined()
})

it('the latest collection of a stream is the latest by period, then reference', () => {
  const one = (reference: string, start: string) => ({
    reference,
    name: reference,
    referencePeriodStart: `${start}-08-01`,
    referencePeriodEnd: `${Number(start) + 1}-07-31`,
    state: collectionStateOf('Open'),
  })
  const next = (...collections: ReturnType<typeof one>[]) =>
    nextCollection('025', collections)?.proposed.reference
  // The two digits begin again after 99.
  expect(next(one('99025', '2099'), one('00025', '2100'))).toBe('01025')
  expect(next(one('23025', '2024'), one('24025', '2024'))).toBe('25025')
})

it('drafts and validations are apart from collections in season, and those that are over come last', () => {
  const rows = (['Closed', 'Draft', 'Open', 'Validation', 'Historic amendment', 'Deleted'] as const).map(
    name => ({
      name,
      state: collectionStateOf(name),
    }),
  )
  expect(byPhase(rows).map(({ name }) => name)).toEqual([
    'Open',
    'Historic amendment',
    'Draft',
    'Validation',
    'Closed',
    'Deleted',
  ])
})

it('a person is asked before a major act, and Deleted is the last choice', () => {
  expect(collectionStates.filter(({ id }) => majorStateOf(id)).map(({ name }) => name)).toEqual([
    'Deleted',
    'Open',
    'Closed',
    'Historic amendment',
    'Archived',
  ])
  expect(deletedLast([{ id: 2 }, { id: 7 }, { id: 3 }]).map(({ id }) => id)).toEqual([7, 3, 2])
})

it('a specification of the own reference is offered first; others, and those of an open collection, are asked about', () => {
  const versions = ['24056_1.0.0', '23056_1.0.0', '22056_1.0.0'].map(version => ({ version }))
  expect(ownReferenceFirst(versions, '23056').map(({ version }) => version)).toEqual([
    '23056_1.0.0',
    '24056_1.0.0',
    '22056_1.0.0',
  ])
  const draft = { reference: '23056', state: collectionStateOf('Draft') }
  expect(specificationQuestion(draft, '23056_1.0.0')).toBeUndefined()
  expect(specificationQuestion(draft, '24056_1.0.0')).toBe('otherReference')
  expect(specificationQuestion({ ...draft, state: collectionStateOf('Open') }, '23056_1.0.0')).toBe('open')
})

it('asks before an opening or a closing is planned for another day, not before a day is cleared', () => {
  const before = { opensOn: '2027-04-01', closesOn: null }
  expect(plannedMoves(before, { opensOn: '2027-04-08', closesOn: '2027-07-30' })).toEqual([
    { state: 'Open', day: '2027-04-08' },
    { state: 'Closed', day: '2027-07-30' },
  ])
  expect(plannedMoves(before, { opensOn: '2027-04-01', closesOn: null })).toEqual([])
  expect(plannedMoves(before, { opensOn: null })).toEqual([])
  expect(plannedMoves(before, {})).toEqual([])
})
