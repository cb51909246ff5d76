import { expect, it } from 'vitest'
import { isSetUpDone, nextSetUpStep, type SetUpFacts, setUpOf } from './setUp.ts'

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
