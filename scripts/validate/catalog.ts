import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createReader, XmlError } from 'bedel-record'
import { type Catalog, ContentError } from './content.ts'

const catalogNamespace = 'urn:oasis:names:tc:entity:xmlns:xml:catalog'
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/** Kinds of entries, with the attributes of what they match and of what it is replaced with (OASIS XML Catalogs 1.1, 6.5). */
const kinds = {
  uri: ['exact', 'name', 'uri'],
  system: ['exact', 'systemId', 'uri'],
  rewriteURI: ['prefix', 'uriStartString', 'rewritePrefix'],
  rewriteSystem: ['prefix', 'systemIdStartString', 'rewritePrefix'],
  uriSuffix: ['suffix', 'uriSuffix', 'uri'],
  systemSuffix: ['suffix', 'systemIdSuffix', 'uri'],
} as const

interface Entry {
  match: 'exact' | 'prefix' | 'suffix'
  text: string
  /** Resolved against the base of its entry. */
  target: string
}

interface CatalogFile {
  entries: readonly Entry[]
  /** Paths of further catalogs on this machine, which are asked if no entry matches. */
  next: readonly string[]
}

const readFileOf = async (path: string): Promise<CatalogFile> => {
  const entries: Entry[] = []
  const next: string[] = []
  const bases = [pathToFileURL(path).href]
  const reader = createReader(
    {
      startElement({ namespace, local }, { currentAttributes: list }) {
        const base = new URL(list.find(xmlNamespace, 'base') ?? '', bases.at(-1)).href
        bases.push(base)
        if (namespace !== catalogNamespace) return
        if (local === 'nextCatalog') {
          const catalog = list.find('', 'catalog')
          const url = catalog === undefined ? undefined : new URL(catalog, base)
          if (url?.protocol === 'file:') next.push(fileURLToPath(url))
        }
        if (!Object.hasOwn(kinds, local)) return
        const [match, textName, targetName] = kinds[local as keyof typeof kinds]
        const [text, target] = [list.find('', textName), list.find('', targetName)]
        if (text !== undefined && target !== undefined)
          entries.push({ match, text, target: new URL(target, base).href })
      },
      endElement: () => void bases.pop(),
    },
    // Many catalogs name the DTD of their form.
    { allowsDoctype: true },
  )
  try {
    reader.write(await readFile(path))
    reader.end()
  } catch (error) {
    const place = error instanceof XmlError ? ` (line ${error.line}, column ${error.column})` : ''
    throw new ContentError(
      `The catalog ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}${place}`,
      { cause: error },
    )
  }
  return { entries, next }
}

const longestFirst = (one: Entry, other: Entry): number => other.text.length - one.text.length

/** What the entries of one file make of an address: exact ones first, then the longest beginning, then the longest end (7.2.2). */
const matchIn = (entries: readonly Entry[], address: string): string | undefined => {
  const exact = entries.find(({ match, text }) => match === 'exact' && text === address)
  if (exact) return exact.target
  const [prefix] = entries
    .filter(({ match, text }) => match === 'prefix' && address.startsWith(text))
    .toSorted(longestFirst)
  if (prefix) return prefix.target + address.slice(prefix.text.length)
  return entries
    .filter(({ match, text }) => match === 'suffix' && address.endsWith(text))
    .toSorted(longestFirst)[0]?.target
}

/**
 * Reads OASIS XML catalogs, in their order, with those that they lead on to. Nothing is fetched from another machine: an entry or a
 * further catalog there counts as absent. Throws ContentError for a catalog that cannot be read.
 */
export const readCatalogs = async (paths: readonly string[]): Promise<Catalog> => {
  const files: CatalogFile[] = []
  const open = paths.map(path => resolve(path))
  const seen = new Set<string>()
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const file = await readFileOf(path)
    files.push(file)
    open.unshift(...file.next)
  }
  return address => {
    for (const { entries } of files) {
      const found = matchIn(entries, address)
      if (found?.startsWith('file:')) return fileURLToPath(found)
    }
    return undefined
  }
}
