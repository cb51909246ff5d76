import { expect, it } from 'vitest'
import { audiences, liveFrame } from './live.ts'

const typesOf = (options: typeof liveFrame.def.options) =>
  options.map(option => option.shape.type.def.values[0])

it('takes as a frame the greeting and every message that the server may send', () => {
  expect(typesOf(liveFrame.def.options)).toEqual(['HELLO', ...Object.keys(audiences)])
})
