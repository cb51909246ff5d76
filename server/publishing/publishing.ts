import { randomUUID } from 'node:crypto'
import { formerRuleset, isReplaceable } from '../../src/domain/content.ts'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { type FileFault, ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import { longest } from '../limits.ts'
import type { SpecificationStore } from '../pipeline/index.ts'
import type { Content, ContentKind, ContentRecord } from '../specifications/index.ts'
import type { WorkFolders } from '../workFolders.ts'
import type { CheckProcesses, RunStep } from './checking/checkProcess.ts'
import type { CompiledContent, DescribedContent, RulesetSource } from './checking/checks.ts'
import { RefusedFiles, refusedFile } from './refusedFiles.ts'
import type { SampleFile } from './schemaCheck.ts'

/** So many faults are listed: a ruleset whose every rule has the same fault has thousands. */
const maxFaults = 1_000

const refused = (kind: ContentKind, faults: readonly FileFault[]): ProblemError =>
  new ProblemError({
    ...problem('invalid', message('specification', `refused.${kind}`, { count: faults.length })),
    faults: faults.slice(0, maxFaults),
  })

/** A ruleset that could be published, with what it is compared with. */
export interface CheckedRuleset extends CompiledContent, DescribedContent {
  recordId: string | null
  /** The Draft that it would replace; undefined if its version is new. */
  draft: ContentRecord | undefined
  /** The version before it of the same record. */
  former: ContentRecord | undefined
}

const publicationOf = ({ version, lowered, zip, schemaVersion, record }: CompiledContent) => ({
  version,
  lowered,
  content: zip,
  schemaVersion,
  record,
})

const asChecked = ({ hash }: CompiledContent, checkedHash: string | undefined) =>
  checkedHash === undefined ? {} : { isAsChecked: hash === checkedHash }

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
  const asProblem = async <T>(kind: ContentKind, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof RefusedFiles ? refused(kind, error.faults) : error
    }
  }

  /** Does the work; faults of the files become the refusal, which is noted. */
  const orRefused = <T>(kind: ContentKind, actor: UserPrincipal, work: () => Promise<T>): Promise<T> =>
    asProblem(kind, async () => {
      try {
        return await work()
      } catch (error) {
        if (error instanceof RefusedFiles)
          await content.noteRefused(kind, '', refused(kind, error.faults).problem, actor)
        throw error
      }
    })

  const inFolder = <T>(work: (folder: string) => Promise<T>): Promise<T> =>
    workFolders.use(`ruleset-${randomUUID()}`, work)

  /** Classes of the fields by each ruleset that is known. */
  const classesBefore = async () => {
    const versions = await content.rulesetVersions()
    const all = await Promise.all(versions.map(version => specifications.fieldClasses(version)))
    return all.filter(classes => classes !== undefined)
  }

  /** Runs the work in its own process and folder, which are removed afterwards. */
  const inCheck = <T>(actor: UserPrincipal, work: (run: RunStep, folder: string) => Promise<T>): Promise<T> =>
    inFolder(folder =>
      checks.use({ by: actor.userId, withinMs: longest.publishedCheckMs, file: 'ruleset.yaml' }, async run =>
        work(run, folder),
      ),
    )

  const compile = async (
    run: RunStep,
    source: RulesetSource,
    folder: string,
  ): Promise<CompiledContent & { versionLine: number }> => {
    const named = await run('open', { source, folder })
    const foundations = await specifications.foundationsOf(named)
    const compiled = await run('compile', {
      name: named.version,
      foundations,
      before: await classesBefore(),
    })
    return { ...compiled, versionLine: named.lines.version }
  }

  /** Versions of rulesets that are based on one. */
  const dependantsOf = async (version: string): Promise<{ dependants: string[] }> => {
    const dependants: string[] = []
    for (const other of await content.rulesetVersions())
      if ((await specifications.baseOf(other)) === version) dependants.push(other)
    return { dependants }
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
     * Checks a ruleset as publishing does, and keeps nothing. Throws invalid with file and line of each fault, and the refusal if its
     * version cannot be published or replaced.
     */
    checkRuleset: (zip: Buffer, actor: UserPrincipal): Promise<CheckedRuleset> =>
      asProblem('ruleset', () =>
        inCheck(actor, async (run, folder) => {
          const compiled = await compile(run, { zip }, folder)
          const rulesets = await content.rulesets()
          const recordId = compiled.record?.id ?? null
          const draft = rulesets.find(
            ({ version, place }) => version === compiled.version && isReplaceable(place),
          )
          await (draft
            ? content.mayReplace(draft, { ...compiled, ...(await dependantsOf(draft.version)) }, actor)
            : content.mayPublish('ruleset', compiled, actor))
          await run('verify', { verifiedFolder: specifications.verifiedFolder })
          const former = formerRuleset(rulesets, { version: compiled.version, recordId })
          const described = await run('describe')
          return { ...compiled, ...described, recordId, draft, former }
        }),
      ),

    /**
     * Publishes a ruleset of which every file is in order and every example holds; gives its id. Throws invalid with file and line of
     * each fault. `checkedHash`: hash of the content that was checked before.
     */
    publishRuleset: (
      source: RulesetSource,
      actor: UserPrincipal,
      { checkedHash, ...detail }: { checkedHash?: string | undefined } & Record<string, unknown> = {},
    ): Promise<number> =>
      orRefused('ruleset', actor, () =>
        inCheck(actor, async (run, folder) => {
          const compiled = await compile(run, source, folder)
          const publication = { ...publicationOf(compiled), ...asChecked(compiled, checkedHash) }
          // No need to run the examples of what cannot be published.
          await content.mayPublish('ruleset', publication, actor)
          await run('verify', { verifiedFolder: specifications.verifiedFolder })
          return content.publish(
            'ruleset',
            publication,
            { rules: compiled.ruleCount, hash: compiled.hash, ...detail },
            actor,
          )
        }),
      ),

    /** Replaces a Draft with another upload of the same version. Throws as `publishRuleset` does. */
    replaceRuleset: (
      draft: ContentRecord,
      zip: Buffer,
      actor: UserPrincipal,
      checkedHash: string | undefined,
    ): Promise<void> =>
      orRefused('ruleset', actor, () =>
        inCheck(actor, async (run, folder) => {
          const compiled = await compile(run, { zip }, folder)
          if (compiled.version !== draft.version)
            throw refusedFile(
              'ruleset.yaml',
              compiled.versionLine,
              message('specification', 'rulesetVersion.other', { version: draft.version }),
            )
          const publication = {
            ...publicationOf(compiled),
            ...asChecked(compiled, checkedHash),
            ...(await dependantsOf(draft.version)),
          }
          await content.mayReplace(draft, publication, actor)
          await run('verify', { verifiedFolder: specifications.verifiedFolder })
          const detail = { rules: compiled.ruleCount, hash: compiled.hash }
          await content.replace(draft.id, publication, detail, actor)
        }),
      ),
  }
}
export type Publishing = ReturnType<typeof createPublishing>
