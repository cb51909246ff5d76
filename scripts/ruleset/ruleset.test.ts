import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { type JsonSchema, rulesetSchemas } from '../../server/analysis/ruleset/jsonSchema.ts'
import { generateStaff } from '../../src/sample/staff.ts'
import { schemaFiles, withTables } from './schemas.ts'

const root = join(import.meta.dirname, '../..')
const rulesets = join(root, 'rulesets')
const folder = mkdtempSync(join(tmpdir(), 'ruleset-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: number
  printed: string
}
const run = async (script: string, ...args: string[]): Promise<Ended> =>
  promisify(execFile)(process.execPath, [join(root, script), ...args], { cwd: root }).then(
    ({ stdout }) => ({ code: 0, printed: stdout }),
    ({ code, stdout, stderr }) => ({ code, printed: `${stdout}${stderr}` }),
  )

describe('the JSON Schemas of a ruleset', () => {
  it('are in rulesets/schema, the README and the language reference as the reader checks (npm run ruleset -- schema)', () => {
    const files = schemaFiles()
    expect(readdirSync(join(rulesets, 'schema')).toSorted()).toEqual([...files.keys()].toSorted())
    for (const [name, text] of files)
      expect(readFileSync(join(rulesets, 'schema', name), 'utf8'), name).toBe(text)
    for (const document of ['rulesets/README.md', 'docs/rules/language.md']) {
      const text = readFileSync(join(root, document), 'utf8')
      expect(withTables(text), document).toBe(text)
    }
  })

  it('describe every property', () => {
    const bare = (part: JsonSchema, path: string): string[] => [
      ...Object.entries(part.properties ?? {}).flatMap(([name, inner]) => [
        ...(inner.description ? [] : [`${path}.${name}`]),
        ...bare(inner, `${path}.${name}`),
      ]),
      ...(part.items ? bare(part.items, `${path}[]`) : []),
      ...(typeof part.additionalProperties === 'object' ? bare(part.additionalProperties, `${path}.*`) : []),
    ]
    for (const [name, { schema }] of Object.entries(rulesetSchemas)) expect(bare(schema(), name)).toEqual([])
  })

  it('accept the files of the release as editors read them, and refuse a misspelt property', () => {
    const kinds: Readonly<Record<string, string>> = {
      rules: 'rule',
      derived: 'derived',
      reports: 'report',
      listings: 'listing',
    }
    const schemas = new Map(
      Object.entries(rulesetSchemas).map(([name, { schema }]) => {
        // The library does not read conditions.
        const { if: _, then: __, ...plain } = schema()
        return [name, z.fromJSONSchema(plain as never)] as const
      }),
    )
    const files = ['staff/24025_1.0.0', 'student/23056_1.0.0', 'student/22056_1.3.0', 'student/24056_1.2.0']
      .map(name => join(rulesets, name))
      .flatMap(home =>
        readdirSync(home, { recursive: true, encoding: 'utf8' })
          .filter(name => name.endsWith('.yaml'))
          .map(name => ({ path: join(home, name), kind: kinds[dirname(name)] ?? basename(name, '.yaml') })),
      )
    expect(files.length).toBeGreaterThan(200)
    for (const { path, kind } of files) {
      const result = schemas.get(kind)?.safeParse(parse(readFileSync(path, 'utf8')))
      expect(result?.error?.issues ?? [], path).toEqual([])
    }
    const rule = parse(
      readFileSync(join(rulesets, 'staff/24025_1.0.0/rules/Member.FTE.901.V01.yaml'), 'utf8'),
    )
    expect(schemas.get('rule')?.safeParse({ ...rule, populaton: 'true' }).success).toBe(false)
  })
})

describe('a new ruleset', () => {
  it.each([
    ['staff', 'schemas/staff/24025_1_0_0.xsd', 'Member.SEXID.901'],
    ['ilr', 'records/ilr/ILR-2018-19-v2.xsd', 'Learner.LearnRefNumber.901'],
  ])(
    'of the schema of %s runs at once',
    async (name, schema, rule) => {
      const home = join(folder, name)
      expect(await run('scripts/ruleset.ts', 'new', home, '--schema', schema)).toMatchObject({ code: 0 })
      const text = readFileSync(join(home, `rules/${rule}.V01.yaml`), 'utf8')
      expect(text).toMatch(/^# yaml-language-server: \$schema=\S+\/rulesets\/schema\/rule\.json\n/)
      expect(text).toContain('fails:')
      expect(await run('scripts/verify-rulesets.ts', home, '--schema', schema)).toMatchObject({
        code: 0,
        printed: expect.stringMatching(/: \d+ rules in order\n$/),
      })
      // Only an empty folder is used, and what is in it stays.
      expect(await run('scripts/ruleset.ts', 'new', home, '--schema', schema)).toMatchObject({
        code: 2,
        printed: expect.stringContaining('is not empty'),
      })
      writeFileSync(join(home, `rules/${rule}.V01.yaml`), text.replace('kind:', 'kin:'))
      expect(await run('scripts/verify-rulesets.ts', home, '--schema', schema)).toMatchObject({
        code: 1,
        printed: expect.stringContaining(
          `rules/${rule}.V01.yaml:9 There is no property "kin" here. Did you mean kind?`,
        ),
      })
    },
    120_000,
  )

  it('is made, verified and used by the commands of the README', async () => {
    const [, section = ''] = readFileSync(join(rulesets, 'README.md'), 'utf8').split(
      '## Write your own ruleset',
    )
    const commands = [...(section.split('\n## ')[0] ?? '').matchAll(/^ *npm run (\S+) -- (.+)$/gm)]
    expect(commands.map(([, name]) => name)).toEqual(['ruleset', 'verify:rulesets', 'validate'])
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const file = join(folder, 'staff.xml')
    writeFileSync(file, generateStaff({ provider: '0001', members: 20 }))
    for (const [, name = '', args = ''] of commands) {
      const words = args
        .split(' ')
        .map(word => (word === 'my-rules/' ? join(folder, 'my-rules') : word === 'staff.xml' ? file : word))
      expect(await run(scripts[name].replace('node ', ''), ...words), name).toMatchObject({ code: 0 })
    }
    expect(existsSync(join(folder, 'my-rules/ruleset.yaml'))).toBe(true)
  }, 120_000)

  it('is written, run and used step by step by the pages for authors of rules', async () => {
    const home = join(folder, 'visitors')
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const place = (name: string) => join(folder, name)
    const ended: number[] = []
    let printed = ''
    for (const page of ['tutorial', 'credibility', 'privacy']) {
      const text = readFileSync(join(root, `docs/rules/${page}.md`), 'utf8')
      // A file or a change of the manifest, a command, or what the last command prints.
      const parts =
        /(?:Write|write|In|in) `([\w/.]+)`[^\n]*:\n\n```yaml\n([\s\S]+?)```|```(sh|text)\n([\s\S]+?)```/g
      for (const [, name, content = '', kind, block = ''] of text.matchAll(parts)) {
        if (name === 'ruleset.yaml') {
          const manifest = readFileSync(join(home, name), 'utf8')
          writeFileSync(join(home, name), manifest.replace('chapters: []\n', content))
        } else if (name !== undefined) {
          mkdirSync(dirname(place(name)), { recursive: true })
          writeFileSync(place(name), content)
        } else if (kind === 'sh') {
          const [, script = '', args = ''] = /^npm run (\S+) -- (.+)\n$/.exec(block) ?? []
          const words = args.split(' ').map(word => (word === 'visitors/' ? home : word))
          const result = await run(scripts[script].replace('node ', ''), ...words)
          ended.push(result.code)
          printed = result.printed
        } else for (const line of block.trim().split('\n')) expect(printed, page).toContain(line)
      }
    }
    // Findings end the check of the file with 1.
    expect(ended).toEqual([0, 0, 0, 1, 0, 0])
    const written = [
      'rules/Visit.ENDDTE.902.V01.yaml',
      'derived/Z_DAYS.yaml',
      'reports/LEV1.yaml',
      'privacy.yaml',
    ]
    expect(written.filter(name => !existsSync(join(home, name)))).toEqual([])
    expect(readFileSync(join(home, 'ruleset.yaml'), 'utf8')).toContain('name: Visits')
  }, 120_000)
})
