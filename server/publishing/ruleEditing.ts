import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import type { RuleTexts } from '../../src/domain/ruleSource.ts'
import { nextVersion } from '../../src/domain/version.ts'
import { message } from '../../src/messages/message.ts'
import type { Ruleset } from '../analysis/index.ts'
import { longest } from '../limits.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import type { Content, ContentRecord } from '../specifications/index.ts'
import type { WorkFolders } from '../workFolders.ts'
import type { CheckProcesses } from './checking/checkProcess.ts'
import type { ExampleRun, RulesetSource } from './checking/checks.ts'
import type { Publishing } from './publishing.ts'
import { RefusedFiles } from './refusedFiles.ts'
import { textsOf } from './ruleText.ts'

/** What running a rule's examples has shown. */
export interface RuleRunResult {
  faults: readonly { line: number; message: RefusedFiles['faults'][number]['message'] }[]
  examples: readonly ExampleRun[]
}

/**
 * One rule of a Draft ruleset, changed in the browser: its examples run as one types, each time in a process of their own, and what
 * is saved is the next version of the whole ruleset.
 */
export const createRuleEditing = ({
  content,
  specifications,
  publishing,
  checks,
  workFolders,
}: {
  content: Content
  specifications: SpecificationStore
  publishing: Publishing
  checks: CheckProcesses
  workFolders: WorkFolders
}) => {
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

  /** The ruleset with other texts of the rule. */
  const changed = async (record: ContentRecord, code: string, texts: RuleTexts) => {
    const { name, text } = await fileOf(record, code)
    return { files: await specifications.rulesetFiles(record.version), rule: { name, text, texts } }
  }

  const runIn = (
    folder: string,
    source: Awaited<ReturnType<typeof changed>>,
    { by, signal }: { by: string; signal: AbortSignal },
  ): Promise<ExampleRun[]> => {
    const { name } = source.rule
    return checks.use({ by, withinMs: longest.editedRuleMs, file: name, signal }, async run => {
      const named = await run('open', { source, folder })
      const foundations = await specifications.foundationsOf(named)
      await run('compile', { name: named.version, foundations, onlyRule: basename(name) })
      return run('run')
    })
  }

  return {
    rules: async (record: ContentRecord): Promise<Ruleset['rules']> => (await rulesetOf(record)).rules,

    /** What stands in the file of a rule. Throws not-found where the ruleset has none of this code. */
    source: async (record: ContentRecord, code: string) => {
      const { rule, text } = await fileOf(record, code)
      return { entity: rule.entity, texts: textsOf(text) }
    },

    /** Compiles the rule with these texts within its ruleset, and runs its examples. Nothing is kept. */
    run: async (
      record: ContentRecord,
      { code, texts }: { code: string; texts: RuleTexts },
      asked: { by: string; signal: AbortSignal },
    ): Promise<RuleRunResult> => {
      const source = await changed(record, code, texts)
      try {
        const results = await workFolders.use(`rule-${randomUUID()}`, folder => runIn(folder, source, asked))
        return { faults: [], examples: results }
      } catch (error) {
        if (!(error instanceof RefusedFiles)) throw error
        return { faults: error.faults.map(({ line, message }) => ({ line, message })), examples: [] }
      }
    },

    /** Publishes the ruleset with these texts of the rule as its next version; gives its id. */
    save: async (
      record: ContentRecord,
      { code, texts }: { code: string; texts: RuleTexts },
      actor: UserPrincipal,
    ): Promise<number> => {
      await content.mayRevise(record, actor)
      const reference = record.version.split('_')[0] ?? ''
      const version = nextVersion(reference, await content.rulesetVersions(), 'patch')
      const source: RulesetSource = { ...(await changed(record, code, texts)), version }
      return publishing.publishRuleset(source, actor, { revises: record.version, rule: code })
    },
  }
}
export type RuleEditing = ReturnType<typeof createRuleEditing>
