import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Kysely } from 'kysely'
import { agencyOrganisationId } from '../../src/domain/organisation.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { readIdentity } from '../analysis/index.ts'
import { type Database, withScope } from '../database/index.ts'
import { granted } from '../decisions/decider.ts'
import { type Publishing, rulesetInFolder, zipOf } from '../publishing/index.ts'
import { type Content, type ContentKind, contentRecords } from '../specifications/index.ts'

/** Who publishes from the command line: the operator has the rights of an administrator who may read every field. */
const operator: UserPrincipal = {
  kind: 'user',
  userId: 'npm run admin',
  name: 'npm run admin',
  organisationId: agencyOrganisationId,
  organisationType: 'agency',
  roles: ['admin', 'special-category'],
  isPrimaryRegulator: false,
}

/** Folders of rulesets in a folder, which may be one itself; those that are a base come first. */
const rulesetsIn = async (path: string): Promise<string[]> => {
  if (existsSync(join(path, 'ruleset.yaml'))) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const folders = entries
    .filter(entry => entry.isDirectory() && existsSync(join(path, entry.name, 'ruleset.yaml')))
    .map(({ name }) => join(path, name))
    .sort()
  const named = await Promise.all(
    folders.map(async folder => ({ folder, base: (await readIdentity(folder)).base })),
  )
  return named
    .toSorted((one, other) => Number(one.base !== undefined) - Number(other.base !== undefined))
    .map(({ folder }) => folder)
}

/**
 * Publishes the schemas and rulesets of two folders, as the calls of the screens do, and makes them Available. What is published
 * already stays as it is. Returns what was published. Throws the refusal, with every fault of a file (decisions §17).
 */
export const publishFolders = async (
  { db, publishing, content }: { db: Kysely<Database>; publishing: Publishing; content: Content },
  { schemas, rulesets }: { schemas: string; rulesets: string },
  actor: UserPrincipal = operator,
): Promise<string[]> => {
  const published: string[] = []
  const publish = async (kind: ContentKind, version: string, send: () => Promise<number>): Promise<void> => {
    const known = await withScope(db, { scope: 'all' }, tx => contentRecords(tx, kind))
    if (known.some(one => one.version === version)) return
    await granted(content.decide(kind, await send(), 'MAKE_AVAILABLE', actor))
    published.push(version)
  }
  const files = (await readdir(schemas)).filter(name => name.endsWith('.xsd')).sort()
  for (const name of files)
    await publish('schema', basename(name, '.xsd'), async () =>
      publishing.publishSchema(await readFile(join(schemas, name)), [], actor),
    )
  for (const folder of await rulesetsIn(rulesets)) {
    const { version } = await readIdentity(folder)
    await publish('ruleset', version, async () =>
      publishing.publishRuleset({ zip: await zipOf(await rulesetInFolder(folder)) }, actor),
    )
  }
  return published
}
