import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { subDays } from 'date-fns/subDays'
import type { Logger } from 'pino'
import { londonDate, londonTime } from '../../src/domain/dates.ts'

/** When backups are taken, and how many are kept. */
export interface BackupSchedule {
  /** Folder that holds them. */
  to: string
  /** Time of day in London, HH:mm. */
  at: string
  keep: number
}

/** A failed backup is tried again after this time: reading all files every minute would slow the server down. */
const againMs = 15 * 60_000

/** The name of the backup that is due: it has the day on which its time was last reached. */
export const dueBackup = (at: string, now: Date): string =>
  `backup-${londonDate(londonTime(now) >= at ? now : subDays(now, 1))}`

const isScheduled = (name: string): boolean => /^backup-\d{4}-\d\d-\d\d$/.test(name)

/** Names of whole backups: one in the making is hidden. Empty for a folder that does not exist. */
const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter(name => !name.startsWith('.'))

/** Seconds since the newest backup in a folder was finished, also one that another program made; Infinity without any. */
export const backupAge = async (folder: string, now: Date): Promise<number> => {
  const found = await Promise.all(
    (await namesIn(folder)).map(name => stat(join(folder, name)).catch(() => undefined)),
  )
  const finished = Math.max(...found.map(entry => entry?.mtimeMs ?? 0), 0)
  return finished === 0 ? Number.POSITIVE_INFINITY : Math.max(0, (now.getTime() - finished) / 1000)
}

/** Takes a backup in a separate process, which gives way to the server. Throws with what it printed. */
const takeBeside = async (to: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> => {
  const command = join(import.meta.dirname, '../../scripts/backup.ts')
  const child = spawn('nice', [process.execPath, command, '--to', to], {
    env: environment,
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`The backup failed: ${printed.trim()}`)
}

/**
 * Scheduled backups of the embedded default (decisions §20). `look` takes the one that is due, also one that was missed while the
 * server was down, and removes the oldest beyond `keep`.
 */
export const createScheduledBackups = (options: {
  schedule: BackupSchedule
  clock: { now: () => Date }
  log: Pick<Logger, 'info'>
  environment: NodeJS.ProcessEnv
  take?: typeof takeBeside
}) => {
  const { schedule, clock, log, environment, take = takeBeside } = options
  const { to, at, keep } = schedule
  const ending = new AbortController()
  let waitsUntil = 0

  const removeOldest = async (): Promise<void> => {
    const names = (await namesIn(to)).filter(isScheduled).toSorted()
    for (const name of names.slice(0, -keep)) {
      await rm(join(to, name), { recursive: true, force: true })
      log.info({ backup: name }, 'an old backup is removed')
    }
  }

  return {
    look: async (): Promise<void> => {
      const now = clock.now()
      const name = dueBackup(at, now)
      if (now.getTime() < waitsUntil || (await namesIn(to)).includes(name)) return
      waitsUntil = now.getTime() + againMs
      const began = performance.now()
      try {
        await take(join(to, name), environment, ending.signal)
      } catch (error) {
        // The server ends. What is left beside is removed by the next backup.
        if (ending.signal.aborted) return
        throw error
      }
      waitsUntil = 0
      log.info({ backup: name, ms: Math.round(performance.now() - began) }, 'a backup is taken')
      await removeOldest()
    },
    stop: (): void => ending.abort(),
  }
}
