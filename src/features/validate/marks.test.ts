import { describe, expect, it } from 'vitest'
import type { Fault } from '../../machines/validate-page/index.ts'
import { orderByByte, positionsWithin, rangeOf } from './marks.ts'

const marked = (text: string, fault: Partial<Fault>, at = text.indexOf('<')) => {
  const { from, to } = rangeOf(text, at, { value: null, ...fault })
  return text.slice(from, to)
}

describe('the mark of a fault', () => {
  it.each([
    ['the name of the element', '  <SID>x</SID>', {}, '<SID'],
    ['the value of the element', '<SID> 77 </SID>', { value: '77' }, '77'],
    ['the wrong character of the value', '<NAME>O’Neill</NAME>', { value: 'O’Neill', wrongAt: 2 }, '’'],
    ['a wrong character after one of two units', '<N>😀x!</N>', { value: '😀x!', wrongAt: 3 }, '!'],
    ['the value of an attribute', `<a b="1" c='77'/>`, { value: '77' }, '77'],
    ['the element, where its value is in another line', '<NAME>', { value: 'later' }, '<NAME'],
    ['the element, where its value is empty', '<NAME></NAME>', { value: '' }, '<NAME'],
    ['an end tag', '  </a>', {}, '</a'],
  ])('is on %s', (_, text, fault, expected) => {
    expect(marked(text, fault)).toBe(expected)
  })

  it('is on one character where there is no tag', () => {
    expect(marked('a & b', {}, 2)).toBe('&')
    expect(marked('a', {}, 1)).toBe('')
  })
})

it('finds the faults of a row, whatever their order', () => {
  const faults = [30, 10, 20, 10].map(byte => ({ byte }) as Fault)
  const order = orderByByte(faults)
  expect(positionsWithin(faults, order, { from: 0, to: 10 })).toEqual([])
  expect(positionsWithin(faults, order, { from: 10, to: 11 })).toEqual([1, 3])
  expect(positionsWithin(faults, order, { from: 15, to: 31 })).toEqual([2, 0])
})
