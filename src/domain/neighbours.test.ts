import { expect, it } from 'vitest'
import { neighboursOf } from './neighbours.ts'

it('gives what stands before and after one of a list, and its place', () => {
  const list = ['a', 'b', 'c']
  const of = (target: string) => neighboursOf(list, one => one === target)
  expect(of('a')).toEqual({ previous: undefined, next: 'b', place: 1 })
  expect(of('b')).toEqual({ previous: 'a', next: 'c', place: 2 })
  expect(of('c')).toEqual({ previous: 'b', next: undefined, place: 3 })
  expect(of('d')).toBeUndefined()
})
