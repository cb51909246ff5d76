import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putInPlace } from './clusterPlace.ts'

describe('a folder that is put in place', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bedel-place-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const finished = (name: string): string => {
    const path = join(folder, name)
    mkdirSync(path)
    writeFileSync(join(path, 'by'), name)
    return path
  }

  it('is the first one where two servers start at once, and nothing of the second is left', () => {
    const place = join(folder, 'place')
    putInPlace(finished('first'), place)
    putInPlace(finished('second'), place)
    expect(readFileSync(join(place, 'by'), 'utf8')).toBe('first')
    expect(existsSync(join(folder, 'second'))).toBe(false)
  })

  it('says so when it cannot be', () => {
    expect(() => putInPlace(join(folder, 'absent'), join(folder, 'elsewhere'))).toThrow('ENOENT')
  })
})
