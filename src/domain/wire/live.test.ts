import { expect, it } from 'vitest'
import { audiences, liveFrame } from './live.ts'

const typesOf = (options: typeof liveFrame.def.options) =>
  options.map(option => option.shape.type.def.values[0])

it('takes as a frame the greeting, every message that the server may send, and the place of one that it may not', () => {
  expect(typesOf(liveFrame.def.options)).toEqual(['HELLO', 'EMPTY', ...Object.keys(audiences)])
})
