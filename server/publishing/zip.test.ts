import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import yazl from 'yazl'
import { storedZip } from '../../tests/server/support/oddRulesets.ts'
import { filesInZip, ZipFault } from './zip.ts'

const limits = { files: 3, bytes: 10_000 }
const rule = 'name: A rule\n'.repeat(20)

const zipWith = (...names: string[]): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const name of names) zip.addBuffer(Buffer.from(rule), name)
  zip.end()
  return buffer(zip.outputStream)
}
/** Why the zip is refused: the code of its reason. */
const refusalOf = async (zip: Buffer, within = limits): Promise<string | undefined> =>
  filesInZip(zip, within).then(
    () => undefined,
    error => {
      if (error instanceof ZipFault) return error.reason.code
      throw error
    },
  )
/** A copy with another byte at a position. */
const changed = (zip: Buffer, at: number, byte: number): Buffer => {
  const other = Buffer.from(zip)
  other[at] = byte
  return other
}

describe('the files of a zip', () => {
  it('are refused if one has no name', async () => {
    expect(await refusalOf(storedZip({ 'a.yaml': rule, '': rule }))).toBe('zip.unnamed')
  })

  it('are given by their names, without folders', async () => {
    const zip = new yazl.ZipFile()
    zip.addEmptyDirectory('rules')
    zip.addBuffer(Buffer.from(rule), 'rules/a.yaml')
    zip.addBuffer(Buffer.from(rule), 'b.yaml', { compress: false })
    zip.end()
    const files = await filesInZip(await buffer(zip.outputStream), limits)
    expect([...files].map(([name, content]) => [name, content.toString()])).toEqual([
      ['rules/a.yaml', rule],
      ['b.yaml', rule],
    ])
  })

  it('are refused if the file is not a zip, or ends early', async () => {
    expect(await refusalOf(Buffer.from('<html>'))).toBe('zip.none')
    const zip = await zipWith('a.yaml')
    expect(await refusalOf(zip.subarray(0, zip.length - 30))).toBe('zip.none')
    expect(await refusalOf(zip.subarray(10))).toMatch(/^zip\.damaged/)
  })

  it('are refused beyond the limits, before they are expanded', async () => {
    expect(await refusalOf(await zipWith('a', 'b', 'c', 'd'))).toBe('zip.manyFiles')
    expect(await refusalOf(await zipWith('a', 'b'), { files: 3, bytes: rule.length })).toBe('zip.large')
  })

  it('are refused if a name occurs twice', async () => {
    expect(await refusalOf(await zipWith('a', 'a'))).toBe('zip.twice')
  })

  it('are refused if a file is damaged, encrypted, or compressed by an unknown method', async () => {
    const zip = await zipWith('a.yaml')
    const entry = zip.indexOf('PK\x01\x02')
    // Of the directory's entry: the flags, the method, and the first byte of the checksum.
    expect(await refusalOf(changed(zip, entry + 8, (zip[entry + 8] ?? 0) | 1))).toBe('zip.encrypted')
    expect(await refusalOf(changed(zip, entry + 10, 12))).toBe('zip.packed')
    expect(await refusalOf(changed(zip, entry + 16, (zip[entry + 16] ?? 0) ^ 1))).toBe('zip.damagedFile')
    expect(await refusalOf(changed(zip, entry + 24, (zip[entry + 24] ?? 0) ^ 1))).toBe('zip.damagedFile')
  })

  it('are refused if a name leads out of the folder', async () => {
    const zip = await zipWith('xx/a.yaml')
    const text = zip.toString('latin1').replaceAll('xx/a.yaml', '../a.yaml')
    expect(await refusalOf(Buffer.from(text, 'latin1'))).toBe('zip.damaged')
  })
})
