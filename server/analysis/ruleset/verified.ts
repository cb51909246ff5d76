import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Ruleset } from './ruleset.ts'
import { verifyRuleset } from './verify.ts'

/** Beside the ruleset folders: the hash of each version that was verified as it is delivered. */
export const verifiedFile = 'verified.json'

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()

/**
 * SHA-256 of all that the verdict on a ruleset depends on: its files, those of its base, and the tables of its schema. Hex.
 */
export const rulesetHash = async ({ folder, baseFolder, tables }: Ruleset): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(tables))
  for (const root of baseFolder === null ? [folder] : [baseFolder, folder]) {
    for (const file of await filesIn(root)) {
      const content = await readFile(file)
      hash.update(`\n${file.slice(root.length)} ${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex')
}

const notedIn = async (folder: string): Promise<Record<string, unknown>> => {
  const text = await readFile(join(folder, verifiedFile), 'utf8').catch(error => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return JSON.parse(text)
}

const release = join(import.meta.dirname, '../../../rulesets')

/** Whether the release has verified exactly this content: then it is in order, wherever it is published from. */
const isReleased = async (hash: string): Promise<boolean> => {
  const entries = await readdir(release, { withFileTypes: true }).catch(() => [])
  const noted = await Promise.all(
    entries.filter(entry => entry.isDirectory()).map(async ({ name }) => notedIn(join(release, name))),
  )
  return noted.some(hashes => Object.values(hashes).includes(hash))
}

/**
 * Verifies a ruleset unless exactly this content has been: as it is delivered, or earlier, which `marks` remembers. Throws
 * RulesetError where a rule does not bind or an example does not hold.
 */
export const verifyOnce = async (ruleset: Ruleset, marks: string): Promise<void> => {
  const hash = await rulesetHash(ruleset)
  if ((await notedIn(dirname(ruleset.folder)))[ruleset.version] === hash || (await isReleased(hash))) return
  const mark = join(marks, hash)
  if (await stat(mark).catch(() => undefined)) return
  await verifyRuleset(ruleset)
  await mkdir(marks, { recursive: true })
  await writeFile(mark, `${ruleset.version}\n`)
}
