import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 1 << 20

/** Reads the next piece of a file while one is in use. Two buffers alternate, so a file of any size leaves no garbage. */
async function* inTurns(file: FileHandle): AsyncGenerator<Uint8Array> {
  const read = async (space: Uint8Array): Promise<Uint8Array> =>
    space.subarray(0, (await file.read(space, 0, pieceBytes)).bytesRead)
  const spaces = [new Uint8Array(pieceBytes), new Uint8Array(pieceBytes)] as const
  let turn: 0 | 1 = 0
  let next = read(spaces[turn])
  try {
    for (;;) {
      const piece = await next
      if (piece.length === 0) return
      turn = turn === 0 ? 1 : 0
      next = read(spaces[turn])
      yield piece
    }
  } finally {
    // Closing the file during a read would fail the read.
    await next.catch(() => undefined)
  }
}

/**
 * The bytes of a file, piece by piece, each valid until the next is requested. Opens the file at the first request and closes it. A small
 * file gets a buffer of its own size: two whole buffers for each of many small files would trigger full garbage collections.
 */
export async function* filePieces(open: () => Promise<FileHandle>): AsyncGenerator<Uint8Array> {
  const file = await open()
  try {
    const { size } = await file.stat()
    if (size > pieceBytes) return yield* inTurns(file)
    const content = await file.readFile()
    if (content.length > 0) yield content
  } finally {
    await file.close()
  }
}

/** Bytes of a file from `from` up to but not including `to`, as many as there are. */
export const bytesAt = async (file: FileHandle, from: number, to: number): Promise<Buffer> => {
  const size = Math.max(0, to - from)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, from)
  return buffer.subarray(0, bytesRead)
}
