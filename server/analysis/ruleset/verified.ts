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

const delivered = async (ruleset: Ruleset): Promise<Record<string, unknown>> => {
  const text = await readFile(join(dirname(ruleset.folder), verifiedFile), 'utf8').catch(error => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return JSON.parse(text)
}

/**
 * Verifies a ruleset unless exactly this content has been: as it is delivered, or earlier, which `marks` remembers. Throws
 * RulesetError where a rule does not bind or an example does not hold.
 */
export const verifyOnce = async (ruleset: Ruleset, marks: string): Promise<void> => {
  const hash = await rulesetHash(ruleset)
  if ((await delivered(ruleset))[ruleset.version] === hash) return
  const mark = join(marks, hash)
  if (await stat(mark).catch(() => undefined)) return
  await verifyRuleset(ruleset)
  await mkdir(marks, { recursive: true })
  await writeFile(mark, `${ruleset.version}\n`)
}
