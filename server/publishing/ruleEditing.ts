import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { RuleTexts } from '../../src/domain/ruleSource.ts'
import { nextVersion } from '../../src/domain/version.ts'
import { message } from '../../src/messages/message.ts'
import { type Ruleset, RulesetError, runExamples } from '../analysis/index.ts'
import { oneAfterAnother } from '../oneAfterAnother.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import type { Content, ContentRecord } from '../specifications/index.ts'
import type { WorkFolders } from '../workFolders.ts'
import type { Publishing } from './publishing.ts'
import { RefusedFiles } from './refusedFiles.ts'
import type { RulesetFiles } from './rulesetFiles.ts'
import { textsOf, withTexts, withVersion } from './ruleText.ts'

const manifest = 'ruleset.yaml'

/** What running a rule's examples has shown. */
export interface RuleRunResult {
  faults: readonly { line: number; message: RefusedFiles['faults'][number]['message'] }[]
  /** In their order: what an example gives otherwise than it says; null where it holds. */
  examples: readonly { message: string | null }[]
}

/**
 * One rule of a Draft ruleset, changed in the browser: its examples run as one types, one run at a time in a
 * process, and what is saved is the next version of the whole ruleset.
 */
export const createRuleEditing = ({
  content,
  specifications,
  publishing,
  workFolders,
}: {
  content: Content
  specifications: SpecificationStore
  publishing: Publishing
  workFolders: WorkFolders
}) => {
  const inTurn = oneAfterAnother()

  const rulesetOf = async ({ version, schema }: ContentRecord): Promise<Ruleset> =>
    (await specifications.load({ schemaVersion: schema.version, rulesetVersion: version })).ruleset

  /** The file of a rule, which may be one of the ruleset's base. */
  const fileOf = async (record: ContentRecord, code: string) => {
    const ruleset = await rulesetOf(record)
    const rule = ruleset.rules.find(one => one.code === code)
    if (!rule) throw new ProblemError(problem('not-found', message('server', 'noRuleOfRuleset')))
    return {
      rule,
      name: `rules/${basename(rule.file)}`,
      text: await readFile(join(ruleset.folder, rule.file), 'utf8'),
    }
  }

  /** The files of the ruleset with other texts of the rule. */
  const changedFiles = async (record: ContentRecord, code: string, texts: RuleTexts) => {
    const { name, text } = await fileOf(record, code)
    const files: RulesetFiles = new Map([
      ...(await specifications.rulesetFiles(record.version)),
      [name, Buffer.from(withTexts(name, text, texts))],
    ])
    return { files, name }
  }

  return {
    rules: async (record: ContentRecord): Promise<Ruleset['rules']> => (await rulesetOf(record)).rules,

    /** What stands in the file of a rule. Throws not-found where the ruleset has none of this code. */
    source: async (record: ContentRecord, code: string) => {
      const { rule, text } = await fileOf(record, code)
      return { entity: rule.entity, texts: textsOf(text) }
    },

    /** Compiles the rule with these texts within its ruleset, and runs its examples. Nothing is kept. */
    run: (
      record: ContentRecord,
      { code, texts }: { code: string; texts: RuleTexts },
      signal: AbortSignal,
    ): Promise<RuleRunResult> =>
      inTurn(async () => {
        signal.throwIfAborted()
        try {
          const { files, name } = await changedFiles(record, code, texts)
          return await workFolders.use(`rule-${randomUUID()}`, async folder => {
            const ruleset = await specifications.compileFiles(files, folder, { onlyRule: basename(name) })
            const results = await runExamples(ruleset, signal)
            return { faults: [], examples: results.map(one => ({ message: one ?? null })) }
          })
        } catch (error) {
          if (!(error instanceof RulesetError || error instanceof RefusedFiles)) throw error
          return { faults: error.faults.map(({ line, message }) => ({ line, message })), examples: [] }
        }
      }),

    /** Publishes the ruleset with these texts of the rule as its next version; gives its id. */
    save: async (
      record: ContentRecord,
      { code, texts }: { code: string; texts: RuleTexts },
      actor: UserPrincipal,
    ): Promise<number> => {
      await content.mayRevise(record, actor)
      const reference = record.version.split('_')[0] ?? ''
      const version = nextVersion(reference, await content.rulesetVersions(), 'patch')
      return publishing.publishRuleset(
        async () => {
          const { files } = await changedFiles(record, code, texts)
          const own = files.get(manifest)?.toString('utf8') ?? ''
          return new Map([...files, [manifest, Buffer.from(withVersion(own, version))]])
        },
        actor,
        { revises: record.version, rule: code },
      )
    },
  }
}
export type RuleEditing = ReturnType<typeof createRuleEditing>
