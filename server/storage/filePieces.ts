import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 1 << 20

/**
 * The bytes of a file, piece by piece, while the next piece is read. Each is good until the one after it is asked for: two
 * spaces take turns, so that a file of any size leaves nothing behind to be collected. The file is opened when the first is asked for, and closed.
 */
export async function* filePieces(open: () => Promise<FileHandle>): AsyncGenerator<Uint8Array> {
  const file = await open()
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
    await file.close()
  }
}
