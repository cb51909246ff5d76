import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file of an artefact as its manifest names it. */
export interface PackedFile {
  name: string
  /** Bytes. */
  size: number
  /** Hex digits of its SHA-256. */
  sha256: string
}

/** Content that is not what the manifest says. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

const readBytes = 1 << 20

/** The bytes of a file. Most files of an artefact are small, and a stream costs more than all of their bytes. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  if ((await stat(path)).size <= readBytes) yield await readFile(path)
  else yield* createReadStream(path, { highWaterMark: readBytes })
}

/** Files of a folder one after the other, and afterwards what they are. Names may have folders in them. */
export const packFiles = (
  folder: string,
  names: readonly string[],
): { content: AsyncGenerator<Buffer>; files: () => PackedFile[] } => {
  const files: PackedFile[] = []
  async function* content(): AsyncGenerator<Buffer> {
    for (const name of names) {
      const hash = createHash('sha256')
      let size = 0
      for await (const piece of piecesOf(join(folder, name))) {
        hash.update(piece)
        size += piece.length
        yield piece
      }
      files.push({ name, size, sha256: hash.digest('hex') })
    }
  }
  return { content: content(), files: () => files }
}

/** All files of a folder that has no folders in it. */
export const packFolder = async (folder: string): Promise<ReturnType<typeof packFiles>> =>
  packFiles(folder, (await readdir(folder)).sort())

const writeAll = async (file: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

/** Pieces of a stream, cut as they are asked for. */
const cutter = (content: AsyncIterable<Uint8Array>) => {
  const pieces = content[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  const fill = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const { done, value } = await pieces.next()
      if (done) return false
      rest = value
    }
    return true
  }
  return {
    /** At most so many bytes; undefined at the end. */
    next: async (most: number): Promise<Uint8Array | undefined> => {
      if (!(await fill())) return undefined
      const piece = rest.subarray(0, most)
      rest = rest.subarray(piece.length)
      return piece
    },
    isAtEnd: async (): Promise<boolean> => !(await fill()),
    close: async (): Promise<void> => {
      await pieces.return?.()
    },
  }
}

/** Writes the files of a pack into a folder. Throws PackError where the content is not theirs. */
export const unpackInto = async (
  content: AsyncIterable<Uint8Array>,
  files: readonly PackedFile[],
  folder: string,
): Promise<void> => {
  const pieces = cutter(content)
  const unpack = async ({ name, size, sha256 }: PackedFile): Promise<void> => {
    const hash = createHash('sha256')
    const path = join(folder, name)
    if (name.includes('/')) await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600)
    try {
      for (let left = size; left > 0; ) {
        const piece = await pieces.next(left)
        if (piece === undefined) throw new PackError(`${name} is not whole.`)
        hash.update(piece)
        await writeAll(file, piece)
        left -= piece.length
      }
    } finally {
      await file.close()
    }
    if (hash.digest('hex') !== sha256) throw new PackError(`${name} has been altered.`)
  }
  try {
    for (const file of files) await unpack(file)
    if (!(await pieces.isAtEnd())) throw new PackError('There is more than the manifest names.')
  } finally {
    await pieces.close()
  }
}
