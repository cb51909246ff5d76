const chunkBytes = 1_048_576

const byobReader = (stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined => {
  try {
    return stream.getReader({ mode: 'byob' })
  } catch (error) {
    // Not every browser reads files into space that it is given.
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * The bytes of a file, piece by piece. Each piece is good until the next is asked for: all are read into the same space
 * where the browser can, so that a file of any size leaves nothing behind to be collected.
 */
export async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const stream = file.stream()
  const reader = byobReader(stream)
  if (!reader) {
    const plain = stream.getReader()
    for (let next = await plain.read(); !next.done; next = await plain.read()) yield next.value
    return
  }
  let space = new ArrayBuffer(chunkBytes)
  for (;;) {
    const { value, done } = await reader.read(new Uint8Array(space))
    if (done) return
    yield value
    space = value.buffer
  }
}
