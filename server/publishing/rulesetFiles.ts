import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import type { FileFault } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { RefusedFiles, refusedFile } from './refusedFiles.ts'
import { filesInZip, ZipFault } from './zip.ts'

/** Files of a ruleset by their place in its folder, as `rules/Student.SEXID.901.V01.yaml`. */
export type RulesetFiles = ReadonlyMap<string, Buffer>

const limits = { files: 5_000, bytes: 32 * 1024 ** 2 }

const manifest = 'ruleset.yaml'

/** Places that a ruleset has (rulesets/README.md). */
const place =
  /^(?:(?:ruleset|example|privacy|pseudonymisation|delivery)\.yaml|(?:rules|derived|reports|listings)\/[A-Za-z][\w.-]{0,99}\.yaml|lists\/[A-Za-z]\w{0,99}\.csv|guidance\/[A-Za-z][\w.-]{0,99}\.md)$/

/** What a computer adds to a folder, and notes for people. */
const besides = /(?:^|\/)(?:\.[^/]*|__MACOSX\/.*|README\.md|verified\.json)$/

/** What is wrong with files that no ruleset has. */
const strangeFaults = (names: Iterable<string>): FileFault[] =>
  [...names].map(file => ({ file, line: 1, message: message('specification', 'zip.strange') }))

/**
 * The files of a zipped ruleset, whether the zip holds the folder or what is in it, and what is wrong with further files. Throws
 * RefusedFiles if it is no zip or has no manifest.
 */
export const openRulesetZip = async (zip: Buffer): Promise<{ files: RulesetFiles; faults: FileFault[] }> => {
  try {
    const packed = [...(await filesInZip(zip, limits))].filter(([name]) => !besides.test(name))
    const [found] = packed
      .map(([name]) => name)
      .filter(name => name === manifest || name.endsWith(`/${manifest}`))
      .toSorted((one, other) => one.length - other.length)
    if (found === undefined) throw refusedFile(manifest, 1, message('specification', 'zip.noManifest'))
    const root = found.slice(0, -manifest.length)
    const files = packed.map(
      ([name, content]) => [name.startsWith(root) ? name.slice(root.length) : `../${name}`, content] as const,
    )
    const [own, strange] = [true, false].map(isOwn => files.filter(([name]) => place.test(name) === isOwn))
    return {
      files: new Map(own?.toSorted(([one], [other]) => (one < other ? -1 : 1))),
      faults: strangeFaults((strange ?? []).map(([name]) => name)),
    }
  } catch (error) {
    if (error instanceof ZipFault) throw refusedFile('zip', 1, error.reason)
    throw error
  }
}

/** The files of a zipped ruleset. Throws RefusedFiles if it is no zip, or holds what no ruleset has. */
export const rulesetInZip = async (zip: Buffer): Promise<RulesetFiles> => {
  const { files, faults } = await openRulesetZip(zip)
  if (faults.length > 0) throw new RefusedFiles(faults)
  return files
}

/** The files as a zip: the same files give the same bytes. */
export const zipOf = async (files: RulesetFiles): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const [name, content] of files)
    zip.addBuffer(content, name, { mtime: new Date('1980-01-01T00:00:00Z') })
  zip.end()
  return buffer(zip.outputStream)
}

/** Writes the files into a new folder. */
export const writeRuleset = async (folder: string, files: RulesetFiles): Promise<void> => {
  for (const [name, content] of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}

/** Copies a ruleset's folder, to stand beside what is based on it. */
export const copyRuleset = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true })

/** Names of the files in a folder, from there. */
const namesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted()
}

/** What is wrong with files in a folder that no ruleset has: a misspelt name would leave out a rule. */
export const strangeInFolder = async (folder: string): Promise<FileFault[]> =>
  strangeFaults((await namesIn(folder)).filter(name => !place.test(name) && !besides.test(name)))

/** The files of a ruleset's own folder, without those of its base. */
export const rulesetInFolder = async (folder: string): Promise<RulesetFiles> => {
  const names = (await namesIn(folder)).filter(name => place.test(name))
  return new Map(
    await Promise.all(names.map(async name => [name, await readFile(join(folder, name))] as const)),
  )
}
