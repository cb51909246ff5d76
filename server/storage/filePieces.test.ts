import { mkdtemp, open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filePieces } from './filePieces.ts'

const bytes = Uint8Array.from({ length: 3_500_001 }, (_, index) => index % 251)

const fileOf = async (content: Uint8Array): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'pieces-')), 'file.xml')
  await writeFile(path, content)
  return path
}

test('gives every byte in its order, each piece good until the next is asked for', async () => {
  const file = await open(await fileOf(bytes))
  const copies: Uint8Array[] = []
  for await (const piece of filePieces(async () => file)) copies.push(piece.slice())
  expect(Buffer.concat(copies).equals(bytes)).toBe(true)
  await expect(file.stat()).rejects.toMatchObject({ code: 'EBADF' })
})

test('takes no more memory for a small file than it has bytes', async () => {
  const path = await fileOf(bytes.subarray(0, 70_000))
  const [piece, ...others] = await Array.fromAsync(filePieces(() => open(path)))
  expect(others).toEqual([])
  expect(Buffer.from(piece ?? []).equals(bytes.subarray(0, 70_000))).toBe(true)
  expect(piece?.buffer.byteLength).toBeLessThan(100_000)
})

test('gives nothing for an empty file', async () => {
  const path = await fileOf(new Uint8Array())
  expect(await Array.fromAsync(filePieces(() => open(path)))).toEqual([])
})

test('closes the file where the reader leaves early, also while the next piece is being read', async () => {
  const file = await open(await fileOf(bytes))
  for await (const piece of filePieces(async () => file)) {
    expect(piece[0]).toBe(0)
    break
  }
  await expect(file.stat()).rejects.toMatchObject({ code: 'EBADF' })
})

test('fails as the opening fails', async () => {
  const pieces = filePieces(() => open(join(tmpdir(), 'there', 'is', 'none')))
  await expect(Array.fromAsync(pieces)).rejects.toMatchObject({ code: 'ENOENT' })
})
