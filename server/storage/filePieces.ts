import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 1 << 20

/**
 * The pieces of a file while the next one is read. Two spaces take turns, so that a file of any size leaves nothing behind to be
 * collected.
 */
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
    // What is still being read must have ended before the file is closed under it.
    await next.catch(() => undefined)
  }
}

/**
 * The bytes of a file, piece by piece, each good until the one after it is asked for. The file is opened when the first is asked
 * for, and closed. A small file takes its own size: whoever reads many of them would leave two whole pieces of each behind, and
 * V8 goes through everything that it holds whenever a few of these have come together.
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
