import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
  /** Leads to a package of this repository. */
  link?: true
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}

/** Whether the lock file has a package for another one, beside it or further up. */
const has = (name: string, path: string): boolean => {
  if (`${path}/node_modules/${name}` in packages) return true
  const up = path.lastIndexOf('/node_modules/')
  return up < 0 ? `node_modules/${name}` in packages : has(name, path.slice(0, up))
}

// An npm that installs on one platform can leave out the binaries of the others, and `npm ci` refuses such a file.
describe('the lock file', () => {
  it('has the packages of every platform', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter(name => !has(name, path))
        .map(name => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('has a hash of every package, and names no registry', () => {
    const others = Object.entries(packages).filter(
      ([path, { link }]) => path.includes('node_modules/') && !link,
    )
    expect(others.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([])
    expect(others.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
  })
})
