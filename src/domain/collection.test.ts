import { expect, it } from 'vitest'
import {
  acceptsOnlineValidation,
  acceptsSubmissions,
  collectionStates,
  isActiveCollection,
} from './collection.ts'

it('knows which collections are active, take submissions and take files for online validation', () => {
  const names = (holds: (name: (typeof collectionStates)[number]['name']) => boolean) =>
    collectionStates.filter(({ name }) => holds(name)).map(({ name }) => name)
  expect(names(isActiveCollection)).toEqual(['Draft', 'Open', 'Historic amendment', 'Validation'])
  expect(names(acceptsSubmissions)).toEqual(['Open', 'Historic amendment'])
  expect(names(acceptsOnlineValidation)).toEqual(['Open', 'Historic amendment', 'Validation'])
})
