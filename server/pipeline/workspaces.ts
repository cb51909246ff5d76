import { type AnalysisPart, type SharedFile, shareFile } from '../analysis/index.ts'
import type { StoredParts } from '../database/queries/artefacts.ts'
import type { WorkFolders } from '../workFolders.ts'

/** How long what a stage has left waits for the next one, in ms. */
const usualKeptMs = 10_000

interface Workspace {
  submissionId: string
  folder: string
  /** The parts of the analysis in its folder. */
  parts: StoredParts
  kept: SharedFile
}

/** A workspace in the hands of a stage. */
interface TakenWorkspace extends Workspace {
  /** Leaves it to the next stage of the submission, with these parts in its folder; without, it is cleared. */
  leave: (parts: StoredParts) => void
}

/** Whether all parts in the workspace are what is stored now: what an attempt has made that did not count is not. */
const isCurrent = ({ parts }: Workspace, stored: StoredParts): boolean =>
  (Object.keys(parts) as AnalysisPart[]).every(part => parts[part]?.sha256 === stored[part]?.sha256)

/**
 * Where the stages of a submission work: a scratch folder and the open database of a small record. A stage that has passed
 * leaves them to the next, which mostly is the same worker's a moment later; nothing is lost where it is not. There are never
 * more than the places: whoever begins without a workspace of its own clears the one that was left the longest ago.
 */
export const createWorkspaces = (options: {
  workFolders: Pick<WorkFolders, 'make' | 'remove'>
  /** Stages at once. */
  places: number
  keptMs?: number
}) => {
  const { workFolders, places, keptMs = usualKeptMs } = options
  const left = new Map<string, { workspace: Workspace; timer: NodeJS.Timeout }>()
  let taken = 0

  const clear = async ({ folder, kept }: Workspace): Promise<void> => {
    await kept.close()
    await workFolders.remove(folder)
  }

  const takeLeft = (submissionId: string): Workspace | undefined => {
    const found = left.get(submissionId)
    if (!found) return undefined
    clearTimeout(found.timer)
    left.delete(submissionId)
    return found.workspace
  }

  const clearLeft = async (submissionId: string): Promise<void> => {
    const workspace = takeLeft(submissionId)
    if (workspace) await clear(workspace)
  }

  const leave = async (workspace: Workspace): Promise<void> => {
    // Of an attempt that stood still meanwhile.
    await clearLeft(workspace.submissionId)
    // What cannot be removed now is removed with the folder of the process.
    const end = () => void clearLeft(workspace.submissionId).catch(() => undefined)
    left.set(workspace.submissionId, { workspace, timer: setTimeout(end, keptMs).unref() })
  }

  const workspaceOf = async (submissionId: string, stored: StoredParts, name: string): Promise<Workspace> => {
    const found = takeLeft(submissionId)
    if (found && isCurrent(found, stored)) return found
    if (found) await clear(found)
    for (const other of [...left.keys()].slice(0, Math.max(0, taken + left.size - places)))
      await clearLeft(other)
    return { submissionId, folder: await workFolders.make(name), parts: {}, kept: shareFile() }
  }

  return {
    /** Runs the work in the workspace that the stage before has left, or at a new one. Work that fails leaves none. */
    use: async <T>(
      of: { submissionId: string; stored: StoredParts; name: string },
      work: (workspace: TakenWorkspace) => Promise<T>,
    ): Promise<T> => {
      taken += 1
      try {
        const workspace = await workspaceOf(of.submissionId, of.stored, of.name)
        let parts: StoredParts | undefined
        let isLeft = false
        try {
          const result = await work({
            ...workspace,
            leave: here => {
              parts = here
            },
          })
          if (parts) {
            await leave({ ...workspace, parts })
            isLeft = true
          }
          return result
        } finally {
          if (!isLeft) await clear(workspace)
        }
      } finally {
        taken -= 1
      }
    },

    /** Clears what is left. */
    close: async (): Promise<void> => {
      for (const submissionId of [...left.keys()]) await clearLeft(submissionId)
    },
  }
}
