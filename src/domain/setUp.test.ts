import { expect, it } from 'vitest'
import {
  isSetUpDone,
  nextSetUpStep,
  type SetUpFacts,
  setUpDifferences,
  setUpOf,
  setUpPath,
  takingPart,
} from './setUp.ts'

const nothing: SetUpFacts = {
  hasDeadline: false,
  hasContact: false,
  hasSpecification: false,
  providers: undefined,
  isValidating: false,
  validationOn: null,
  opensOn: null,
}

it('a new collection has everything left, and opens only after it has a specification', () => {
  const states = setUpOf(nothing)
  expect(states).toEqual({
    details: 'todo',
    specification: 'todo',
    providers: 'todo',
    validation: 'optional',
    opening: 'blocked',
  })
  expect(nextSetUpStep(states)).toBe('details')
})

it('a day counts as done, and the first step without one comes next', () => {
  const states = setUpOf({
    ...nothing,
    hasDeadline: true,
    hasContact: true,
    hasSpecification: true,
    providers: { all: 440, waiting: 36 },
    validationOn: '2027-03-01',
    opensOn: '2027-04-01',
  })
  expect(states).toEqual({
    details: 'done',
    specification: 'done',
    providers: 'todo',
    validation: 'planned',
    opening: 'planned',
  })
  expect(nextSetUpStep(states)).toBe('providers')
  expect(Object.values(states).filter(isSetUpDone)).toHaveLength(4)
})

it('a collection in Validation whose providers are onboarded is only to be opened', () => {
  const states = setUpOf({
    ...nothing,
    hasDeadline: true,
    hasContact: true,
    hasSpecification: true,
    providers: { all: 440, waiting: 0 },
    isValidating: true,
  })
  expect(nextSetUpStep(states)).toBe('opening')
  expect(states.validation).toBe('done')
})

const details = {
  referencePeriodStart: '2023-08-01',
  referencePeriodEnd: '2024-07-31',
  supportContact: 'student@agency.example',
  disallowCreateIssues: false,
  signsInPortal: true,
  approversDiffer: true,
}
const yearLater = { referencePeriodStart: '2024-08-01', referencePeriodEnd: '2025-07-31' }

it('the same days a year later are no difference; a shorter period and other settings are', () => {
  expect(setUpDifferences(details, { ...details, ...yearLater })).toEqual([])
  expect(
    setUpDifferences(details, {
      ...details,
      ...yearLater,
      referencePeriodEnd: '2025-06-30',
      supportContact: null,
      approversDiffer: false,
    }),
  ).toEqual([
    { part: 'days', before: 366, after: 334 },
    { part: 'contact', before: 'student@agency.example', after: null },
    { part: 'approvers', before: true, after: false },
  ])
})

it('providers are new if they returned nothing before, and gone if they take part no longer', () => {
  const provider = (instId: string, onboarded: boolean) => ({ instId, onboarded })
  const returned = [{ instId: '0001' }, { instId: '0002' }, { instId: '0003' }]
  const now = [
    provider('0001', true),
    provider('0002', false),
    provider('0004', true),
    provider('0005', false),
  ]
  expect(takingPart(returned, now)).toEqual({
    added: [provider('0004', true)],
    removed: [{ instId: '0002' }, { instId: '0003' }],
  })
})

it('the way of a collection has each stage with its day and state', () => {
  const days = {
    createdOn: '2026-11-24',
    validatingSince: null,
    isValidating: false,
    validationOn: '2027-03-01',
    opensOn: null,
    submissionDeadline: '2027-07-30',
    closesOn: null,
  }
  expect(setUpPath(days).map(({ stage, day, state }) => [stage, day, state])).toEqual([
    ['draft', '2026-11-24', 'current'],
    ['validation', '2027-03-01', 'planned'],
    ['open', null, 'unplanned'],
    ['deadline', '2027-07-30', 'planned'],
    ['closed', null, 'unplanned'],
  ])
  const validating = setUpPath({
    ...days,
    isValidating: true,
    validatingSince: '2027-03-01',
    validationOn: null,
  })
  expect(validating.slice(0, 2).map(({ stage, state }) => [stage, state])).toEqual([
    ['draft', 'past'],
    ['validation', 'current'],
  ])
})
