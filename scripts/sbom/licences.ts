/** What of a CycloneDX document is read here. */
export interface Component {
  name: string
  version: string
  purl: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  properties?: { name: string; value: string }[]
}
export interface Bom {
  metadata: { component: { name: string; type: string } }
  components: Component[]
}

/** A package with its licence, as an SPDX expression; null where it states none. */
export interface Licensed {
  name: string
  version: string
  licence: string | null
  /** Whether it is used to build and test only, and is no part of what runs. */
  isDevelopment: boolean
}

/**
 * Packages of whose manifest npm reads no licence, and what the manifest or a file in them says. NOASSERTION: nothing says it, so the
 * package may not be part of what runs.
 */
const stated: Readonly<Record<string, string>> = {
  'png-js': 'MIT',
  '@scion-scxml/scxml': 'Apache-2.0',
  'npm-java-runner': 'Apache-2.0',
  optimist: 'MIT',
  'prelude-ls': 'MIT',
  'text-to-js-identifier': 'NOASSERTION',
}

/** Licences under which a package may be part of what runs: their terms are kept by giving them along. */
const allowed: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]

const expressionOf = ({ name, licenses = [] }: Component): string | null => {
  const parts = licenses.flatMap(
    ({ license, expression }) => expression ?? license?.id ?? license?.name ?? [],
  )
  return parts.length === 0 ? (stated[name] ?? null) : parts.join(' AND ')
}

/** Every package of the document, in the order of names. */
export const licensesOf = ({ components }: Pick<Bom, 'components'>): Licensed[] =>
  components
    .map(component => ({
      name: component.name,
      version: component.version,
      licence: expressionOf(component),
      isDevelopment: (component.properties ?? []).some(
        ({ name, value }) => name === 'cdx:npm:package:development' && value === 'true',
      ),
    }))
    .sort(
      (one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version),
    )

/** Whether the expression lets a package be used: of alternatives one is enough, of several at once each is needed. */
export const isAllowed = (licence: string | null): boolean => {
  if (licence === null) return false
  const plain = licence.replace(/[()]/g, ' ')
  return plain
    .split(/\sAND\s/)
    .every(part => part.split(/\sOR\s/).some(choice => allowed.includes(choice.trim())))
}

/** Packages that run and must not, each with what it is licensed under. */
export const refused = (packages: readonly Licensed[]): Licensed[] =>
  packages.filter(({ isDevelopment, licence }) => !isDevelopment && !isAllowed(licence))

const section = (title: string, packages: readonly Licensed[]): string[] => [
  `## ${title}`,
  '',
  '| Package | Version | Licence |',
  '|---|---|---|',
  ...packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence ?? 'not stated'} |`),
  '',
]

/** The list of licences as a page: what runs first, then what only builds and tests. */
export const licencePage = (packages: readonly Licensed[]): string =>
  [
    '# Licences of the packages',
    '',
    ...section(
      'What runs',
      packages.filter(({ isDevelopment }) => !isDevelopment),
    ),
    ...section(
      'What builds and tests',
      packages.filter(({ isDevelopment }) => isDevelopment),
    ),
  ].join('\n')
