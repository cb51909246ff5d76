import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guestRule, guestRuleset, guestSchema } from '../../tests/server/support/published.ts'
import { temporaryFolder } from '../../tests/server/support/temporaryFolder.ts'
import { createChecks } from '../publishing/checking/checks.ts'
import type { PublishedContent } from '../publishing/publishedContent.ts'
import { zipOf } from '../publishing/rulesetFiles.ts'
import { createSpecificationStore } from './specificationStore.ts'

const versions = { schemaVersion: '26900_1_0_0', rulesetVersion: '26900_1.0.0' }

/** The files of a ruleset whose pseudonymisation has this treatment of a person's fields. */
const filesWith = (ofPerson: string) =>
  new Map(
    Object.entries({
      ...guestRuleset(versions.rulesetVersion, versions.schemaVersion),
      'privacy.yaml': 'Person: { identifier: [ID], personal: [BORN] }\nStay: { open: [STAYID, NIGHTS] }\n',
      'pseudonymisation.yaml': `identifiers: {}\nwords: {}\nfields:\n  Person: ${ofPerson}\n  Stay: { keep: [STAYID, NIGHTS] }\n`,
    }).map(([name, text]) => [name, Buffer.from(text)]),
  )

/** The specifications of an installation whose agency has published that ruleset. */
const storeWith = async (ofPerson: string) => {
  const files = filesWith(ofPerson)
  const contents = {
    schema: Buffer.from(guestSchema(versions.schemaVersion)),
    ruleset: await zipOf(files),
  }
  const published: PublishedContent = {
    read: async kind => ({
      content: contents[kind],
      sha256: createHash('sha256').update(contents[kind]).digest('hex'),
      isDraft: false,
    }),
    draftHash: async () => undefined,
  }
  const folder = await temporaryFolder()
  const store = createSpecificationStore({
    schemasFolder: join(folder, 'schemas'),
    rulesetsFolder: join(folder, 'rulesets'),
    verifiedFolder: join(folder, 'verified'),
    published: { content: published, folder: join(folder, 'published') },
  })
  /** Compiles the ruleset, or a rule of it, as it is before it is published. */
  const compile = async (onlyRule?: string) => {
    const checks = createChecks()
    const named = await checks.open({ source: { zip: contents.ruleset }, folder: join(folder, 'work') })
    const foundations = await store.foundationsOf(named)
    return checks.compile({
      name: named.version,
      foundations,
      ...(onlyRule === undefined ? {} : { onlyRule }),
    })
  }
  return { store, compile }
}

const faulty = [
  ['keeps an identifier', '{ keep: [ID, BORN] }', 'The field Person.ID is an identifier'],
  ['names no field', '{ drop: [ID, AGE], keep: [BORN] }', 'There is no field Person.AGE'],
] as const

test.each(faulty)('a ruleset whose pseudonymisation %s is not published', async (_, ofPerson, reason) => {
  const { compile } = await storeWith(ofPerson)
  await expect(compile()).rejects.toMatchObject({
    faults: [{ file: 'pseudonymisation.yaml', message: expect.stringContaining(reason) }],
  })
})

test.each(faulty)(
  'one that an earlier release has published, which %s, stays in use (faults 41)',
  async (_, ofPerson) => {
    const { store, compile } = await storeWith(ofPerson)
    const { ruleset } = await store.load(versions)
    expect(ruleset.rules).toHaveLength(1)
    // A rule of it is tried out as before, too.
    const onlyRule = guestRule.replace('rules/', '')
    expect((await compile(onlyRule)).ruleCount).toBe(1)
  },
)

test('nothing is pseudonymised by one that keeps an identifier (faults 38)', async () => {
  const treatments = await Promise.all(
    faulty.map(async ([, ofPerson]) => {
      const { store } = await storeWith(ofPerson)
      return (await store.load(versions)).ruleset.pseudonymisation?.get('Person')?.get('ID')?.kind
    }),
  )
  expect(treatments).toEqual([undefined, 'drop'])
})
