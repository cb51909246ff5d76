import { registerHooks } from 'node:module'

/*
 * Loaded before a process, it makes of this release the next one: with a version of its own, a migration more, and with more
 * in its jobs, its history and its live messages than this one knows.
 */
const changes: Record<string, readonly [from: string, to: string]> = {
  'server/release.ts': [').version', ') && "99.0.0"'],
  'server/database/migrate.ts': [
    "join(import.meta.dirname, 'migrations')",
    "process.env.BEDEL_NEXT_MIGRATIONS ?? ''",
  ],
  'server/jobs/stageJobs.ts': [
    "sendOnce(tx, 'stage', job,",
    "sendOnce(tx, 'stage', { ...job, wantedBy: 'the next release' } as StageJob,",
  ],
  'server/lifecycle/records.ts': [
    'facts: JSON.stringify(factsToWire(entry.facts))',
    'facts: JSON.stringify({ ...factsToWire(entry.facts), isArchived: false })',
  ],
  'server/live/publish.ts': ["type: 'FILE_EVENT',", "type: 'FILE_EVENT', archived: null,"],
}

const root = new URL('../../../', import.meta.url).href

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const change = url.startsWith(root) ? changes[url.slice(root.length)] : undefined
    if (!change) return loaded
    const source = String(loaded.source)
    if (!source.includes(change[0])) throw new Error(`${url} has no ${change[0]}: mend the next release.`)
    return { ...loaded, source: source.replace(...change) }
  },
})
