import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { billOfMaterials } from './bom.ts'
import { isAllowed, licencePage, licensesOf, refused } from './licences.ts'

describe('the bill of materials', () => {
  it('names every package of the lock file, with its licence and a purl, and refuses none that runs', {
    timeout: 60_000,
  }, async () => {
    const bom = await billOfMaterials()
    const lock = JSON.parse(await readFile(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))
    const locked = Object.entries<{ version: string; name?: string; link?: true }>(lock.packages)
      .filter(([path, { link }]) => path !== '' && !link)
      .map(([path, { version, name }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`)
    expect(bom.metadata.component).toMatchObject({ name: 'bedel', type: 'application' })
    expect(new Set(bom.components.map(({ name, version }) => `${name}@${version}`))).toEqual(new Set(locked))
    expect(bom.components.every(({ purl }) => purl.startsWith('pkg:npm/'))).toBe(true)
    const packages = licensesOf(bom)
    expect(packages.filter(({ licence }) => licence === null)).toEqual([])
    expect(refused(packages)).toEqual([])
    const running = packages.filter(({ isDevelopment }) => !isDevelopment).map(({ name }) => name)
    expect(running).toEqual(expect.arrayContaining(['react', 'fastify', 'xstate', '@duckdb/node-api']))
    expect(running).not.toContain('vitest')
  })
})

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['UNLICENSED', false],
    [null, false],
  ])('%s: allowed in what runs is %s', (licence, is) => {
    expect(isAllowed(licence)).toBe(is)
  })

  it('that is not allowed is refused in what runs, not in what builds', () => {
    const one = { name: 'a', version: '1.0.0', licence: 'GPL-3.0-only', isDevelopment: false }
    expect(refused([one, { ...one, name: 'b', isDevelopment: true }])).toEqual([one])
    expect(licencePage([one])).toContain('| a | 1.0.0 | GPL-3.0-only |')
  })
})
