import { expect, test } from 'vitest'
import { chunksOf } from './chunks.ts'

const bytes = Uint8Array.from({ length: 3_000_001 }, (_, index) => index % 251)

/** A copy of everything, taken while each piece is good. */
const collect = async (file: Blob): Promise<Uint8Array> => {
  const whole = new Uint8Array(bytes.length)
  let at = 0
  for await (const chunk of chunksOf(file)) {
    whole.set(chunk, at)
    at += chunk.byteLength
    expect(chunk.byteLength).toBeLessThanOrEqual(1_048_576)
  }
  expect(at).toBe(bytes.length)
  return whole
}

test('gives every byte of a file in its order, into space that is used again', async () => {
  expect(await collect(new Blob([bytes]))).toEqual(bytes)
})

test('does the same in a browser whose files are no byte streams', async () => {
  const plain = {
    stream: () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += 700_000)
            controller.enqueue(bytes.subarray(at, at + 700_000))
          controller.close()
        },
      }),
  } as Blob
  expect(await collect(plain)).toEqual(bytes)
})

test('fails as the reading fails, as when the file has changed', async () => {
  const moved = {
    stream: () =>
      new ReadableStream<Uint8Array>({
        type: 'bytes',
        pull(controller) {
          controller.error(new DOMException('The file has changed.', 'NotReadableError'))
        },
      }),
  } as Blob
  await expect(collect(moved)).rejects.toThrow('The file has changed.')
})
