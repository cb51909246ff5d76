import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type FileFault, ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { type Ruleset, RulesetError } from '../analysis/index.ts'
import { oneAfterAnother } from '../oneAfterAnother.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import type { Content, ContentKind } from '../specifications/index.ts'
import type { WorkFolders } from '../workFolders.ts'
import { loweredFields } from './loweredFields.ts'
import { RefusedFiles } from './refusedFiles.ts'
import { type RulesetFiles, zipOf } from './rulesetFiles.ts'
import { checkSchema, type SampleFile } from './schemaCheck.ts'

/** Of a ruleset whose every rule has the same fault the first are told. */
const maxFaults = 200

const refused = (kind: ContentKind, faults: readonly FileFault[]): ProblemError =>
  new ProblemError({
    ...problem('invalid', message('specification', `refused.${kind}`, { count: faults.length })),
    faults: faults.slice(0, maxFaults),
  })

/**
 * Takes schemas and rulesets in while the system runs (decisions §10): each is checked as a whole first, one at a time in a
 * process, and kept as a Draft where nothing is wrong with it. What is refused leaves nothing but a line of audit.
 */
export const createPublishing = ({
  content,
  specifications,
  workFolders,
}: {
  content: Content
  specifications: SpecificationStore
  workFolders: WorkFolders
}) => {
  const inTurn = oneAfterAnother()

  /** Does the work; what is wrong with the ruleset becomes the refusal, which is noted. */
  const orRefused = async <T>(actor: UserPrincipal, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RulesetError || error instanceof RefusedFiles)) throw error
      const refusal = refused('ruleset', error.faults)
      await content.noteRefused('ruleset', '', refusal.problem, actor)
      throw refusal
    }
  }

  const inFolder = <T>(work: (folder: string) => Promise<T>): Promise<T> =>
    workFolders.use(`ruleset-${randomUUID()}`, work)

  return {
    /** Publishes a schema whose sample files are accepted and refused as they should be; gives its id. */
    publishSchema: (
      document: Buffer,
      samples: readonly SampleFile[],
      actor: UserPrincipal,
    ): Promise<number> =>
      inTurn(async () => {
        const checked = await checkSchema(document, samples)
        if ('faults' in checked) {
          const refusal = refused('schema', checked.faults)
          await content.noteRefused('schema', '', refusal.problem, actor)
          throw refusal
        }
        const names = (isAccepted: boolean) =>
          samples.filter(sample => sample.isAccepted === isAccepted).map(({ name }) => name)
        return content.publish(
          'schema',
          { version: checked.version, content: document },
          { accepted: names(true), refused: names(false) },
          actor,
        )
      }),

    /** Publishes a ruleset of which every file is in order and every example holds; gives its id. */
    publishRuleset: (
      files: () => RulesetFiles | Promise<RulesetFiles>,
      actor: UserPrincipal,
      detail: Record<string, unknown> = {},
    ): Promise<number> =>
      inTurn(() =>
        orRefused(actor, () =>
          inFolder(async folder => {
            const own = await files()
            const ruleset: Ruleset = await specifications.compileFiles(own, folder)
            const before = await Promise.all(
              (await content.rulesetVersions()).map(version => specifications.fieldClasses(version)),
            )
            const lowered = loweredFields(
              ruleset,
              before.filter(classes => classes !== undefined),
            )
            // Of what may not be published nothing need be run.
            await content.mayPublish('ruleset', { version: ruleset.version, lowered }, actor)
            await specifications.verify(ruleset)
            return content.publish(
              'ruleset',
              {
                version: ruleset.version,
                lowered,
                content: await zipOf(own),
                schemaVersion: basename(ruleset.manifest.schema, '.xsd'),
              },
              { rules: ruleset.rules.length, ...detail },
              actor,
            )
          }),
        ),
      ),
  }
}
export type Publishing = ReturnType<typeof createPublishing>
