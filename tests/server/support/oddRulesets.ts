import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { damaged, oddText } from './oddities.ts'
import { guestRule, guestRuleset } from './published.ts'

/*
 * Zips of rulesets that are sound as zips and odd within: files that are damaged, missing or called otherwise, YAML that stands for more
 * than it holds, and SQL that asks for too much.
 */

type Files = Readonly<Record<string, string | Buffer>>

/** The files as a zip, also by names that no program would give them. */
export const storedZip = (files: Files): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, file] of Object.entries(files)) {
    const content = Buffer.from(file)
    const path = Buffer.from(name)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(content), 0)
    sizes.writeUInt32LE(content.length, 4)
    sizes.writeUInt32LE(content.length, 8)
    const local = Buffer.alloc(30)
    local.write('PK\x03\x04', 'latin1')
    sizes.copy(local, 14)
    local.writeUInt16LE(path.length, 26)
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    sizes.copy(entry, 16)
    entry.writeUInt16LE(path.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, path, content)
    directory.push(entry, path)
    at += local.length + path.length + content.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

/** YAML in a few lines that stands for more than fits into memory, nests deeper than a stack, or is none. */
const oddYaml = [
  Array.from({ length: 9 }, (_, level) =>
    `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(10)}]`.replaceAll('*l0', 'x'),
  ).join('\n'),
  `deep: ${'['.repeat(20_000)}`,
  `deep: ${'{a: '.repeat(5_000)}x${'}'.repeat(5_000)}`,
  'self: &self [*self]',
  '? [a, b]\n: c',
  '<<: *nobody',
  '%YAML 9.9\n---\n',
  'text: !!binary x',
  '- a list',
]

/** SQL that asks for too much, or for what it may not have. */
const oddSql = [
  "length(repeat('x', 2000000000)) > 5",
  'list_sum(range(1000000000)) > 5',
  `${'('.repeat(5_000)}1${')'.repeat(5_000)} > 0`,
  "regexp_matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '^(a+)+$')",
  '(with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t) > 0',
  "exists (from read_text('/etc/passwd'))",
  'true); drop table Person; select (true',
  '1 / 0 > 0',
  "cast('x' as integer) > 0",
]

const sound: Files = guestRuleset('26900_1.0.0', '26900_1_0_0')
const names = Object.keys(sound)
const rule = String(sound[guestRule])

const withText = (name: string, text: string | Buffer): Files => ({ ...sound, [name]: text })

/** A zip of a ruleset with something odd within. */
export const oddRuleset: fc.Arbitrary<Buffer> = fc
  .oneof(
    { weight: 1, arbitrary: fc.constant(sound) },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(...names)
        .chain(name => damaged(Buffer.from(String(sound[name]))).map(text => withText(name, text))),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...names), fc.constantFrom(...oddYaml), fc.boolean())
        .map(([name, yaml, isAdded]) => withText(name, isAdded ? `${sound[name]}${yaml}\n` : yaml)),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom('failure', 'population', 'tolerance', 'entity'), fc.constantFrom(...oddSql))
        .map(([field, sql]) =>
          withText(
            guestRule,
            rule.replace(new RegExp(`${field}: .*`), () => `${field}: ${JSON.stringify(sql)}`),
          ),
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('', 'rules/', 'lists/', 'derived/', 'guidance/'), oddText)
        .map(([folder, name]) => withText(`${folder}${name}`, 'x')),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...names)
        .map(left => Object.fromEntries(Object.entries(sound).filter(([name]) => name !== left))),
    },
  )
  .map(storedZip)
