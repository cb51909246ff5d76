import { randomUUID } from 'node:crypto'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type FileFault, ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { longest } from '../limits.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import type { Content, ContentKind } from '../specifications/index.ts'
import type { WorkFolders } from '../workFolders.ts'
import type { CheckProcesses } from './checking/checkProcess.ts'
import type { RulesetSource } from './checking/checks.ts'
import { RefusedFiles } from './refusedFiles.ts'
import type { SampleFile } from './schemaCheck.ts'

/** Of a ruleset whose every rule has the same fault the first are told. */
const maxFaults = 200

const refused = (kind: ContentKind, faults: readonly FileFault[]): ProblemError =>
  new ProblemError({
    ...problem('invalid', message('specification', `refused.${kind}`, { count: faults.length })),
    faults: faults.slice(0, maxFaults),
  })

/**
 * Takes schemas and rulesets in while the system runs (decisions §10): each is checked as a whole first, in a process of its own,
 * and kept as a Draft where nothing is wrong with it. What is refused leaves nothing but a line of audit.
 */
export const createPublishing = ({
  content,
  specifications,
  checks,
  workFolders,
}: {
  content: Content
  specifications: SpecificationStore
  checks: CheckProcesses
  workFolders: WorkFolders
}) => {
  /** Does the work; what is wrong with the files becomes the refusal, which is noted. */
  const orRefused = async <T>(
    kind: ContentKind,
    actor: UserPrincipal,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RefusedFiles)) throw error
      const refusal = refused(kind, error.faults)
      await content.noteRefused(kind, '', refusal.problem, actor)
      throw refusal
    }
  }

  const inFolder = <T>(work: (folder: string) => Promise<T>): Promise<T> =>
    workFolders.use(`ruleset-${randomUUID()}`, work)

  /** Classes of the fields by each ruleset that is known. */
  const classesBefore = async () => {
    const versions = await content.rulesetVersions()
    const all = await Promise.all(versions.map(version => specifications.fieldClasses(version)))
    return all.filter(classes => classes !== undefined)
  }

  return {
    /**
     * Publishes a schema whose sample files are accepted and refused as they should be; gives its id. Throws invalid with file and
     * line of each fault.
     */
    publishSchema: (
      document: Buffer,
      samples: readonly SampleFile[],
      actor: UserPrincipal,
    ): Promise<number> =>
      orRefused('schema', actor, async () => {
        const options = { by: actor.userId, withinMs: longest.publishedCheckMs, file: 'schema.xsd' }
        const checked = await checks.use(options, run => run('schema', { document, samples }))
        if ('faults' in checked) throw new RefusedFiles(checked.faults)
        const names = (isAccepted: boolean) =>
          samples.filter(sample => sample.isAccepted === isAccepted).map(({ name }) => name)
        return content.publish(
          'schema',
          { version: checked.version, content: document },
          { accepted: names(true), refused: names(false) },
          actor,
        )
      }),

    /**
     * Publishes a ruleset of which every file is in order and every example holds; gives its id. Throws invalid with file and line of
     * each fault.
     */
    publishRuleset: (
      source: RulesetSource,
      actor: UserPrincipal,
      detail: Record<string, unknown> = {},
    ): Promise<number> =>
      orRefused('ruleset', actor, () =>
        inFolder(folder =>
          checks.use(
            { by: actor.userId, withinMs: longest.publishedCheckMs, file: 'ruleset.yaml' },
            async run => {
              const named = await run('open', { source, folder })
              const foundations = await specifications.foundationsOf(named)
              const { version, schemaVersion, record, ruleCount, lowered, zip } = await run('compile', {
                name: named.version,
                foundations,
                before: await classesBefore(),
              })
              // Of what may not be published nothing need be run.
              await content.mayPublish('ruleset', { version, lowered }, actor)
              await run('verify', { verifiedFolder: specifications.verifiedFolder })
              return content.publish(
                'ruleset',
                { version, lowered, content: zip, schemaVersion, record },
                { rules: ruleCount, ...detail },
                actor,
              )
            },
          ),
        ),
      ),
  }
}
export type Publishing = ReturnType<typeof createPublishing>
