import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Part, partsOf } from './parts.ts'

/*
 * A number that a part of `npm run model:all` sets has to reach a test that reads it there: else the test runs with the few of
 * `npm test`, or not at all, and nothing says so.
 */

const root = join(import.meta.dirname, '../..')
const parts = partsOf({ seed: '1', walks: '1' })

const texts = new Map<string, string>()
const textOf = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

const isTest = (file: string): boolean => /\.(?:test|e2e)\.tsx?$/.test(file)

const named = /^(?:tests|src|packages|server|e2e|bench)\//

/** The test files that a part names, itself or in its script; or all of the server's. */
const testsOf = ({ script, args }: Part): string[] => {
  const left = args.flatMap(arg => (arg.startsWith('--exclude=') ? [arg.slice('--exclude='.length)] : []))
  const ofScript = script.startsWith('scripts/')
    ? [...textOf(script).matchAll(/'(tests\/[^']+\.test\.ts)'/g)].map(([, file = '']) => file)
    : []
  const paths = [...ofScript, ...args.filter(arg => named.test(arg))]
  const files = (paths.length > 0 ? paths : ['tests/server']).flatMap(path =>
    statSync(join(root, path)).isDirectory() ? globSync(`${path}/**/*.ts`, { cwd: root }) : [path],
  )
  return files.filter(file => isTest(file) && !left.includes(file))
}

/** The files beside a test that it imports, however far. */
const importedBy = (file: string, found = new Set<string>()): Set<string> => {
  for (const [, path = ''] of textOf(file).matchAll(/from '(\.{1,2}\/[^']+\.tsx?)'/g)) {
    const imported = relative(root, join(root, dirname(file), path))
    if (found.has(imported) || !/^(?:tests|e2e)\//.test(imported) || !existsSync(join(root, imported)))
      continue
    found.add(imported)
    importedBy(imported, found)
  }
  return found
}

/** What a variable is kept as in a file; undefined where the file does not read it. */
const constantOf = (file: string, variable: string): string | undefined =>
  new RegExp(`const (\\w+)[^;]*?= [^;\\n]*process\\.env\\.${variable}\\b`).exec(textOf(file))?.[1]

/** The tests of a file as their text, each from its beginning to the next. */
const blocksOf = (file: string): string[] =>
  textOf(file)
    .split(/^(?=\s*(?:it|test)(?:\.\w+)?\()/m)
    .slice(1)

/** Whether a part runs whatever has the tag, in whichever file. */
const isTagged = ({ args }: Part): boolean => args.includes('--tags-filter=exhaustive')

/** Whether the variable is read where a part runs, and what keeps it is used in a test that the part does not leave out. */
const reaches = (part: Part, variable: string): boolean =>
  testsOf(part).some(file => {
    const reading = [file, ...importedBy(file)].find(one => textOf(one).includes(`process.env.${variable}`))
    if (reading === undefined) return false
    if (!isTagged(part)) return true
    const constant = constantOf(reading, variable)
    const using = blocksOf(file).filter(block => new RegExp(`\\b${constant}\\b`).test(block))
    return using.length > 0 && using.every(block => block.includes("tags: ['exhaustive']"))
  })

describe('the parts of model:all', () => {
  it('name files that are there', () => {
    const files = parts.flatMap(({ script, args }) => [
      script,
      ...args.filter(arg => named.test(arg)),
      ...args.flatMap(arg => (arg.startsWith('--exclude=') ? [arg.slice('--exclude='.length)] : [])),
    ])
    expect(files.filter(file => !existsSync(join(root, file)))).toEqual([])
  })

  const settings = parts.flatMap(part =>
    Object.keys(part.environment ?? {}).map((variable): [string, string, Part] => [
      part.name,
      variable,
      part,
    ]),
  )
  it.each(settings)('%s sets %s for a test that reads it there', (_, variable, part) => {
    expect(reaches(part, variable)).toBe(true)
  })

  const projectsOf = ({ args }: Part) => args.filter((_, at) => args[at - 1] === '--project')

  it('run the tagged tests of every project of Vitest, whatever file they are in', () => {
    const projects = [...textOf('vite.config.ts').matchAll(/name: '(\w+)'/g)].map(([, name]) => name)
    const tagged = parts.filter(isTagged).flatMap(projectsOf)
    expect([...tagged, 'exhaustive'].toSorted()).toEqual(projects.toSorted())
  })

  it('run no tagged test of unit, model or view a second time for being named', () => {
    const [others = []] = parts
      .filter(isTagged)
      .map(projectsOf)
      .filter(projects => projects.length > 1)
    const twice = parts
      .filter(part => !isTagged(part) && projectsOf(part).some(project => others.includes(project)))
      .flatMap(testsOf)
      .filter(file => textOf(file).includes("tags: ['exhaustive']"))
    expect(others.length).toBeGreaterThan(0)
    expect(twice).toEqual([])
  })

  it('run each tagged test of the server once, whichever part leaves it out', () => {
    const left = parts.flatMap(({ args }) =>
      args.flatMap(arg => (arg.startsWith('--exclude=') ? [arg.slice('--exclude='.length)] : [])),
    )
    const elsewhere = parts.filter(part => !isTagged(part)).flatMap(({ args }) => args)
    expect(left.filter(file => !elsewhere.includes(file))).toEqual([])
  })
})
