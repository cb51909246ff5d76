import { type StatusName, statusNameOf } from '../../src/domain/status.ts'
import type { KnownSubmission } from '../../src/machines/submission/index.ts'
import type { Browser } from './browser.ts'
import type { Engine, Row, Tx } from './engine.ts'
import type { Job } from './queueStatements.ts'
import {
  isAtRest,
  leaseSeconds,
  mayGo,
  stageInError,
  stagesWithOutput,
  triesBeforeError,
} from './reference.ts'
import { hashOf, type Objects } from './store.ts'

/** Something is not as the specification says. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

/** Whether a job has ended for want of signs of life. */
const isTakenBack = (output: unknown): boolean =>
  (output as { message?: unknown } | null)?.message === 'job heartbeat timeout'

/** Whether a job was put back because store, disk or database was away: that was no try of the stage. */
const isOutage = (output: unknown): boolean => (output as { awaits?: unknown } | null)?.awaits !== undefined

/** Short names for the submissions of a story, in the order of their appearance. */
const naming = () => {
  const names = new Map<string, string>()
  return (id: unknown): string => {
    const key = String(id)
    const found = names.get(key) ?? `submission ${names.size + 1}`
    names.set(key, found)
    return found
  }
}

/**
 * Looks at everything that is committed, shown and answered, and compares it with what the specification says: at each
 * commit what must hold at any moment, at the end what must hold at rest.
 */
export const createChecks = (options: {
  engine: Engine
  objects: Objects
  now: () => number
  /** What the object of this key is to hold; undefined where it does not matter. */
  meantAt: (key: string) => string | undefined
  /** Whether a stage of this submission meets a fault that trying again cannot mend. */
  isForGood: (submissionId: string) => boolean
}) => {
  const { engine, objects, now, meantAt, isForGood } = options
  const nameOf = naming()
  const found: string[] = []
  const versions = new Map<string, { version: number; status: StatusName }>()
  const results = new Map<string, Row>()
  /** Attempts at each stage that count as a try; the end of a worker does. */
  const tries = new Map<string, Set<string>>()
  /** How often each job may be tried again, as it was last seen. */
  const limits = new Map<string, number>()
  /** When each attempt was begun, or its worker has given a sign of life. */
  const signs = new Map<string, number>()
  /** Submissions of which a stage was enqueued. */
  const hasWaited = new Set<string>()
  const shown = new Map<string, number>()
  const acknowledged: { submissionId: string; version: number; what: string }[] = []
  const posted = new Set<string>()
  const sequences = new Map<string, number>()

  const violate = (text: string): void => {
    found.push(text)
  }

  /** What stands in the store as the file of a submission is what was sent, whole. */
  const lookAtFile = (submission: Row): void => {
    const key = String(submission.object_key)
    const content = objects.objects.get(key)?.content
    if (content !== undefined && content !== meantAt(key))
      violate(`the file of ${nameOf(submission.id)} is not the one that was sent`)
  }

  const lookAtEvent = (row: Row): void => {
    const id = String(row.submission_id)
    const before = versions.get(id) ?? { version: 0, status: 'UNKNOWN' as StatusName }
    const [from, to] = [statusNameOf(Number(row.from_status_id)), statusNameOf(Number(row.to_status_id))]
    const version = Number(row.sequence)
    versions.set(id, { version, status: to })
    if (version !== before.version + 1 || from !== before.status)
      violate(
        `${nameOf(id)}: event ${version} begins at ${from}, but it stood at ${before.status} after event ${before.version}`,
      )
    if (!mayGo(String(row.event), from, to))
      violate(
        `${nameOf(id)}: ${row.event} leads from ${from} to ${to}, which the specification does not know`,
      )
    if (row.event === 'FILE_STORED') lookAtFile(engine.row('submission', id) ?? row)
    const stage = from === to ? undefined : stageInError(to)
    if (stage === undefined || isForGood(id)) return
    const count = tries.get(`${id}/${stage}`)?.size ?? 0
    if (count < triesBeforeError)
      violate(`${nameOf(id)}: ${stage} ends in error after ${count} of ${triesBeforeError} tries`)
  }

  const lookAtSubmission = (row: Row): void => {
    const known = versions.get(String(row.id))
    const status = statusNameOf(Number(row.status_id))
    if (known && (known.version !== row.version || known.status !== status))
      violate(`${nameOf(row.id)} stands at ${status}, but its last event led to ${known.status}`)
    const latest = engine
      .rows('submission')
      .filter(other => other.is_latest && other.inst_id === row.inst_id && other.mode === row.mode)
    const requestOf = ({ object_key: key, copied_from: source }: Row): string | undefined =>
      source || key === null ? undefined : String(key).split(/[/-]/)[1]
    const request = requestOf(row)
    if (
      request !== undefined &&
      engine.rows('submission').filter(one => requestOf(one) === request).length > 1
    )
      violate(`one request has made ${nameOf(row.id)} and another submission`)
    if (latest.length > 1) violate(`${latest.map(({ id }) => nameOf(id)).join(' and ')} are both the latest`)
  }

  const lookAtResult = (key: string, row: Row): void => {
    const before = results.get(key)
    results.set(key, row)
    const of = `${nameOf(row.submission_id)}: the result of ${row.stage}`
    if (before && before.outcome !== 'ERRORED') violate(`${of} is stored twice`)
    if (row.outcome !== 'ERRORED' && stagesWithOutput.includes(String(row.stage))) {
      const { inst_id: instId } = engine.row('submission', String(row.submission_id)) ?? {}
      const output = `${instId}/${row.submission_id}/history.${row.fencing_token}.parquet`
      const meant = meantAt(output)
      if (meant !== undefined && objects.objects.get(output)?.content !== meant)
        violate(`${of} stands, but what it has made is not whole in the store`)
    }
    if (row.fencing_token !== row.newest)
      violate(`${of} is stored by attempt ${row.fencing_token}, though attempt ${row.newest} has taken over`)
  }

  const lookAtMessage = (row: Row): void => {
    const channel = String(row.inst_id)
    const last = sequences.get(channel) ?? 0
    sequences.set(channel, Number(row.sequence))
    if (row.sequence !== last + 1) violate(`message ${row.sequence} of ${channel} follows message ${last}`)
    const { type, submissionId, version } = row.payload as {
      type: string
      submissionId: string
      version: number
    }
    if (type === 'QUEUE_PLACE') {
      if (!hasWaited.has(submissionId))
        violate(`a message tells the place of ${nameOf(submissionId)}, which never waited`)
    } else if (!engine.row('submission_event', `${submissionId}/${version}`))
      violate(`a message tells of event ${version} of ${nameOf(submissionId)}, which is not decided`)
  }

  const lookAtJob = (job: Job): void => {
    if (job.name !== 'stage') return
    const stage = `${job.data.submissionId}/${job.data.stage}`
    hasWaited.add(String(job.data.submissionId))
    const attempt = `${job.id}/${job.retryCount}`
    const counted = tries.get(stage) ?? new Set()
    tries.set(stage, counted)
    const isGivenBack = job.state === 'retry' || job.state === 'failed'
    const isUncounted = job.retryLimit > (limits.get(job.id) ?? job.retryLimit) && !isOutage(job.output)
    limits.set(job.id, job.retryLimit)
    if (isUncounted) {
      // The worker that has lost it lives: it says so of the attempt before, and that is no sign of the next one.
      counted.delete(job.state === 'active' ? `${job.id}/${job.retryCount - 1}` : attempt)
      return
    }
    if (job.state === 'active') {
      counted.add(attempt)
      signs.set(attempt, now())
    } else if (isGivenBack && isOutage(job.output)) counted.delete(attempt)
    const silence = (now() - (signs.get(attempt) ?? 0)) / 1000
    if (isGivenBack && isTakenBack(job.output) && silence < leaseSeconds)
      violate(
        `${nameOf(job.data.submissionId)}: ${job.data.stage} was taken from a worker ${silence} s after its sign of life`,
      )
    const open = (engine.rows('job') as unknown as Job[]).filter(
      other =>
        other.name === 'stage' &&
        other.data.submissionId === job.data.submissionId &&
        ['created', 'retry', 'active'].includes(other.state),
    )
    if (open.length > 1)
      violate(
        `${nameOf(job.data.submissionId)} has two jobs: ${open.map(({ data }) => data.stage).join(', ')}`,
      )
  }

  const lookAtCommit = (writes: Tx['writes']): void => {
    const written = (table: string): [string, Row][] =>
      [...(writes.get(table) ?? [])].flatMap(([key, row]) => (row ? [[key, row] as [string, Row]] : []))
    for (const [, row] of written('submission_event')) lookAtEvent(row)
    for (const [, row] of written('submission')) lookAtSubmission(row)
    for (const [key, row] of written('stage_result')) lookAtResult(key, row)
    for (const [, row] of written('live_message')) lookAtMessage(row)
    for (const [, row] of written('job')) lookAtJob(row as unknown as Job)
  }
  engine.onCommit.push(lookAtCommit)

  /** At the end a page shows what only live messages, only answers and only news of other submissions bring. */
  const lookAtPage = (words: string, shown: KnownSubmission | undefined, row: Row): void => {
    const status = statusNameOf(Number(row.status_id))
    if (shown?.version !== row.version || shown?.status !== status) {
      violate(`${words} at ${shown?.status ?? 'nothing'}, the server says ${status}`)
      return
    }
    if (shown.fileHash !== row.file_hash) violate(`${words} with the hash of another file`)
    const every = engine.rows('submission')
    const latest = every.find(other => other.is_latest)
    const { facts } = shown
    if (
      facts.latestStatus !== (latest && statusNameOf(Number(latest.status_id))) ||
      facts.uploadUnderWay !== every.some(other => statusNameOf(Number(other.status_id)) === 'UPLOADING') ||
      facts.isLatest !== row.is_latest
    )
      violate(`${words} with outdated facts`)
  }

  const lookAtRest = (row: Row, browsers: readonly Browser[]): void => {
    const id = String(row.id)
    const [status, key] = [statusNameOf(Number(row.status_id)), String(row.object_key)]
    const name = nameOf(id)
    const isPutAside = !row.is_latest && status !== 'UPLOADING'
    if (!isAtRest(status) && !isPutAside) violate(`${name} stays at ${status} for ever`)
    const content = objects.objects.get(key)?.content
    if (row.has_stored_file) {
      if (content === undefined) violate(`the file of ${name} is gone`)
      else if (content !== meantAt(key)) violate(`the file of ${name} is not the one that was sent`)
      else if (row.file_hash !== null && row.file_hash !== hashOf(content))
        violate(`the file of ${name} has another hash than was accepted`)
    } else if (status === 'UPLOAD_ERROR' && content !== undefined)
      violate(`the upload of ${name} has ended, but its file stays in the store`)
    if (posted.has(id) && status === 'UPLOADING') violate(`the file of ${name} was taken, but not noticed`)
    for (const browser of browsers)
      for (const { submissionId, snapshot } of browser.shown())
        if (submissionId === id) lookAtPage(`${browser.name} shows ${name}`, snapshot.context.submission, row)
  }

  /** After a sweep the store has whole objects, and of files only those of submissions (faults 8 and 15). */
  const lookAtObject = (key: string, content: string): void => {
    const [, id, name = ''] = key.split('/')
    const meant = meantAt(key)
    if (meant !== undefined && content !== meant)
      violate(`${name} of ${nameOf(id)} stays in the store as a part of what was written`)
    if (
      name.startsWith('file.') &&
      !engine.rows('submission').some(row => row.object_key === key && row.has_stored_file)
    )
      violate(`${name} of ${nameOf(id)} stays in the store, and no submission has it`)
  }

  return {
    nameOf,
    /** Somebody was answered that this has happened. */
    acknowledge: (submissionId: string, version: number, what: string): void => {
      acknowledged.push({ submissionId, version, what })
    },
    acknowledgePost: (submissionId: string): void => {
      posted.add(submissionId)
    },
    /** A page does not show what a live message has just told it. */
    behind: (browser: string, submissionId: string, version: number): void =>
      violate(
        `${browser} does not show event ${version} of ${nameOf(submissionId)}, which it has just received`,
      ),
    /** A page shows this. */
    show: (browser: string, submissionId: string, version: number, status: StatusName): void => {
      const key = `${browser}/${submissionId}`
      const before = shown.get(key) ?? 0
      shown.set(key, version)
      if (version < before)
        violate(`${browser} goes back from event ${before} to event ${version} of ${nameOf(submissionId)}`)
      const event = engine.row('submission_event', `${submissionId}/${version}`)
      if (!event || statusNameOf(Number(event.to_status_id)) !== status)
        violate(`${browser} shows ${nameOf(submissionId)} at ${status}, which never was`)
    },
    /** Throws the first thing that is wrong now. */
    now: (): void => {
      if (found[0] !== undefined) throw new Violation(found[0])
    },
    /** Throws the first thing that is wrong when nothing happens any more. */
    atRest: (browsers: readonly Browser[]): void => {
      for (const { submissionId, version, what } of acknowledged)
        if (!engine.row('submission_event', `${submissionId}/${version}`))
          violate(`${what} of ${nameOf(submissionId)} was acknowledged and is lost`)
      for (const row of engine.rows('submission')) lookAtRest(row, browsers)
      for (const [key, { content }] of objects.objects) lookAtObject(key, content)
      if (found[0] !== undefined) throw new Violation(found[0])
    },
  }
}
export type Checks = ReturnType<typeof createChecks>
