import type { Engine, Row, Tx } from './engine.ts'
import { isWaiting, type Job } from './queueStatements.ts'

type Params = readonly unknown[]
export type Handler = (tx: Tx, params: Params) => Row[] | Promise<Row[]>

const text = (value: unknown): string => String(value)
const keyOf: Record<string, (row: Row) => string> = {
  submission: row => text(row.id),
  submission_event: row => `${row.submission_id}/${row.sequence}`,
}

/** Places of an insert's columns and of an update's parameters, read from the statement as Kysely prints it. */
const insertPattern = /^insert into "(\w+)" \(([^)]*)\) values/
const setPattern = /"(\w+)" = (?:\$(\d+)|\(select)/g

/**
 * The statements of the server's lifecycle, queue, lease and live messages, by what is peculiar to each: what they do to the
 * rows of the engine. A statement that is not among them is a fault of the simulation and says so. That the real ones do
 * the same is shown by the tests of the server that each is named with.
 */
export const createStatements = (
  engine: Engine,
  options: {
    isFenced: boolean
    isPublishedAtOnce: boolean
    now: () => number
    /** Told of a statement that is not known: what asked may take it for a fault of the database and go on. */
    onUnknown: (error: Error) => void
  },
) => {
  let serial = 0
  /** Without fencing: the attempt that a process believes to be the newest. */
  const taken = new Map<string, number>()
  const { get, all, put, lock } = engine
  const { now } = options

  const lockRow = async (tx: Tx, table: string, key: string): Promise<Row | undefined> => {
    await lock(tx, `${table}/${key}`)
    return get(tx, table, key)
  }

  /** One latest, one upload of a provider, collection and mode (`tests/server/lifecycle.test.ts`). */
  const keepUnique = (tx: Tx, row: Row): void => {
    const others = all(tx, 'submission').filter(
      other =>
        other.id !== row.id &&
        other.inst_id === row.inst_id &&
        other.collection_id === row.collection_id &&
        other.mode === row.mode,
    )
    if (row.is_latest && others.some(other => other.is_latest)) throw engine.unique('one_latest')
    if (row.status_id === 1 && others.some(other => other.status_id === 1)) throw engine.unique('one_upload')
  }

  const insert = async (tx: Tx, table: string, row: Row): Promise<Row[]> => {
    serial += 1
    const key = keyOf[table]?.(row) ?? `${serial}`
    await lock(tx, `${table}/${key}`)
    if (get(tx, table, key)) throw engine.unique(`${table}_pkey`)
    if (table === 'submission') keepUnique(tx, row)
    put(tx, table, key, row)
    return []
  }

  const updateSubmission = async (tx: Tx, sqlText: string, params: Params): Promise<Row[]> => {
    const set: Record<string, unknown> = {}
    const [changes = ''] = sqlText.split(' where ').slice(-2)
    const from = sqlText.slice(0, sqlText.lastIndexOf(' where "id"'))
    for (const [, column = '', place] of (from || changes).matchAll(setPattern))
      set[column] = place === undefined ? 1 : params[Number(place) - 1]
    const [id, version] = params.slice(-2)
    const row = await lockRow(tx, 'submission', text(id))
    if (!row || row.version !== version) return []
    const changed = { ...row, ...set }
    keepUnique(tx, changed)
    put(tx, 'submission', text(id), changed)
    return [changed]
  }

  const factsRow = (tx: Tx, at: number, ids: readonly unknown[]): Row[] => {
    const [collectionId, instId, mode] = ids
    const collection = get(tx, 'collection', text(collectionId))
    const provider = get(tx, 'provider', text(instId))
    if (!collection || !provider) return []
    const own = all(tx, 'submission').filter(
      row => row.collection_id === collectionId && row.inst_id === instId && row.mode === mode,
    )
    return [
      {
        ...collection,
        ...provider,
        at,
        latest_status_id: own.find(row => row.is_latest)?.status_id ?? null,
        upload_under_way: own.some(row => row.status_id === 1),
        operational_failures: false,
        transfers: null,
      },
    ]
  }

  const latestOf = (tx: Tx, [collectionId, instId, mode]: Params): Row | undefined =>
    all(tx, 'submission').find(
      row =>
        row.collection_id === collectionId && row.inst_id === instId && row.mode === mode && row.is_latest,
    )

  /** `tests/server/stageOutcomes.test.ts`: every attempt has a greater number than the one before. */
  const takeLease: Handler = async (tx, [submissionId, stage, worker, at]) => {
    const key = `${submissionId}/${stage}`
    const before = await lockRow(tx, 'stage_lease', key)
    const token = Number(before?.fencing_token ?? 0) + 1
    taken.set(`${tx.process.name}/${key}`, token)
    put(tx, 'stage_lease', key, {
      submission_id: submissionId,
      stage,
      fencing_token: token,
      worker,
      taken_utc: at,
    })
    return [{ token }]
  }

  const storeResult: Handler = async (tx, [submissionId, stage, token, outcome, , at]) => {
    const key = `${submissionId}/${stage}`
    const before = await lockRow(tx, 'stage_result', key)
    if (before && before.outcome !== 'ERRORED' && options.isFenced) return []
    put(tx, 'stage_result', key, {
      submission_id: submissionId,
      stage,
      fencing_token: token,
      outcome,
      completed_utc: at,
      /** For the checks only: which attempt was the newest when this one was stored. */
      newest: get(tx, 'stage_lease', key)?.fencing_token,
      times: Number(before?.times ?? 0) + 1,
    })
    return [{ fencing_token: token }]
  }

  const heldLease =
    (isLocked: boolean): Handler =>
    async (tx, params) => {
      const key = `${params[0]}/${params[1]}`
      const row = isLocked ? await lockRow(tx, 'stage_lease', key) : get(tx, 'stage_lease', key)
      const token = options.isFenced ? row?.fencing_token : taken.get(`${tx.process.name}/${key}`)
      return token === undefined ? [] : [{ token }]
    }

  /** The next number of a channel, without a gap, under a lock that lasts until the commit (`tests/server/live.test.ts`). */
  const nextSequence = async (tx: Tx, channel: string): Promise<number> => {
    const row = await lockRow(tx, 'live_sequence', channel)
    const last = Number(row?.last ?? 0) + 1
    if (options.isPublishedAtOnce) engine.seed('live_sequence', channel, { inst_id: channel, last })
    put(tx, 'live_sequence', channel, { inst_id: channel, last })
    return last
  }

  const keepMessage = (tx: Tx, row: { inst_id: string; sequence: number } & Row): void => {
    const key = `${row.inst_id}/${row.sequence}`
    const notification = `${row.inst_id}:${row.sequence}`
    if (options.isPublishedAtOnce) {
      engine.seed('live_message', key, row)
      for (const tell of engine.onCommit)
        tell(new Map([['live_message', new Map([[key, row]])]]), [notification], undefined)
      return
    }
    put(tx, 'live_message', key, row)
    tx.notified.push(notification)
  }

  /** Channels are locked in the order of their names, their messages numbered as they are given. */
  const publish: Handler = async (tx, [channels, payloads, created]) => {
    const told = (channels as string[]).map((channel, place) => ({
      channel,
      payload: JSON.parse((payloads as string[])[place] ?? ''),
      at: (created as unknown[])[place],
    }))
    for (const { channel, payload, at } of told.toSorted((one, other) =>
      one.channel < other.channel ? -1 : 1,
    ))
      keepMessage(tx, {
        inst_id: channel,
        sequence: await nextSequence(tx, channel),
        payload,
        created_utc: at,
      })
    return []
  }

  /** The next messages of each channel, behind the number that it has sent. */
  const readMessages: Handler = (tx, [channels, sent, limit]) =>
    (channels as string[]).flatMap((channel, at) =>
      all(tx, 'live_message')
        .filter(row => row.inst_id === channel && Number(row.sequence) > Number((sent as number[])[at]))
        .sort((one, other) => Number(one.sequence) - Number(other.sequence))
        .slice(0, Number(limit))
        .map(row => ({ ...row, at })),
    )

  /** Stages that wait for a worker, in the order in which workers take them (`tests/server/queue.test.ts`). */
  const waitingJobs = (tx: Tx): Job[] =>
    (all(tx, 'job') as unknown as Job[])
      .filter(job => job.name === 'stage' && isWaiting(job) && job.startAfter <= now())
      .sort((one, other) => other.priority - one.priority || one.createdOn - other.createdOn)

  /** Whether the last act of a person on a submission is this one (`tests/server/decisions.test.ts`). */
  const isRepeated: Handler = (tx, [type, userId, organisationId, payload, detail, expectedStatusId, id]) => {
    const acts = all(tx, 'submission_event').flatMap(row => {
      const actor = JSON.parse(text(row.actor)) as { kind: string; userId?: string; organisationId?: string }
      return row.submission_id === id && actor.kind === 'user' ? [{ row, actor }] : []
    })
    const [last] = acts.toSorted((one, other) => Number(other.row.sequence) - Number(one.row.sequence))
    if (!last) return []
    const { row, actor } = last
    const isSame =
      row.event === type &&
      actor.userId === userId &&
      actor.organisationId === organisationId &&
      row.payload === payload &&
      row.detail === detail &&
      (expectedStatusId === null || row.to_status_id === expectedStatusId) &&
      row.to_status_id !== row.from_status_id
    return [{ isSame }]
  }

  const recorded = new Set(['submission', 'submission_event', 'activity_log', 'audit_line'])
  const nothing: Handler = () => []
  const handlers: readonly (readonly [RegExp, Handler])[] = [
    [/set_config\(/, nothing],
    [
      /pg_advisory_xact_lock\(.* from submission/s,
      async (tx, [id]) => {
        const of = get(tx, 'submission', text(id))
        if (!of) return []
        await lock(tx, `advisory/${of.collection_id}/${of.inst_id}/${of.mode}`)
        return [of]
      },
    ],
    [
      /pg_advisory_xact_lock\(/,
      async (tx, [name]) => {
        await lock(tx, `advisory/${name}`)
        return []
      },
    ],
    [/pg_try_advisory_xact_lock_shared/, () => [{ free: true }]],
    [/from submission_event where .* order by sequence desc limit 1/s, isRepeated],
    [/may_see\(/, () => [{ visible: true }]],
    [/update stage_attempt set fault/, nothing],
    [/with lease as \(/, takeLease],
    [/insert into stage_result/, storeResult],
    [/from stage_lease\s+where .* for update/s, heldLease(true)],
    [/from stage_lease/, heldLease(false)],
    [/insert into live_sequence .*insert into live_message/s, publish],
    [
      /select last from live_sequence/,
      (tx, [channel]) => [get(tx, 'live_sequence', text(channel)) ?? { last: 0 }],
    ],
    // Which organisations take part is not simulated: `tests/server/notices.test.ts` shows who is told.
    [/insert into notice/, nothing],
    // No provider of a story has one: `tests/server/webhooks.test.ts` shows what is sent.
    [/from webhook_endpoint/, nothing],
    // A story has one provider: `tests/server/transfers.test.ts` shows who is told that sends students to it.
    [/from transfer_out t join submission/, nothing],
    [/from live_message/, readMessages],
    [
      /select c\.regulator_code/,
      (tx, [instId]) => [{ code: text(get(tx, 'provider', text(instId))?.regulator_code) }],
    ],
    // It may be tried once more often (`tests/server/storeAway.test.ts`).
    [
      /update pgboss\.job set state = 'retry'/,
      async (tx, [seconds, output, , id, retryCount]) => {
        const job = (await lockRow(tx, 'job', text(id))) as Job | undefined
        if (job?.state !== 'active' || job.retryCount !== retryCount) return []
        put(tx, 'job', job.id, {
          ...job,
          state: 'retry',
          retryLimit: job.retryLimit + 1,
          startAfter: now() + Number(seconds) * 1000,
          output: JSON.parse(text(output)),
        } satisfies Job as unknown as Row)
        return []
      },
    ],
    // A try that a living worker has lost counts as none (`tests/server/stageOutcomes.test.ts`).
    [
      /update pgboss\.job set retry_limit = retry_limit \+ 1/,
      async (tx, [, id, next, own, most]) => {
        const job = (await lockRow(tx, 'job', text(id))) as Job | undefined
        const isLost =
          (job?.state === 'retry' && job.retryCount === own) ||
          ((job?.state === 'retry' || job?.state === 'active') && job.retryCount === next)
        if (job && isLost && job.retryLimit < Number(most))
          put(tx, 'job', job.id, { ...job, retryLimit: job.retryLimit + 1 } satisfies Job as unknown as Row)
        return []
      },
    ],
    [
      /count\(\*\)::int as count from pgboss\.job where name = 'stage' and state/,
      tx => [{ count: waitingJobs(tx).length }],
    ],
    [
      /row_number\(\) over behind/,
      tx =>
        waitingJobs(tx).map((job, at) => {
          const of = get(tx, 'submission', text(job.singletonKey))
          return {
            id: of?.id,
            collectionId: of?.collection_id,
            instId: of?.inst_id,
            mode: of?.mode,
            place: at + 1,
            seconds: 1,
            awaits: null,
          }
        }),
    ],
    // Files that no submission has (`tests/server/sweep.test.ts`).
    [
      /select f\.key/,
      (tx, [keys, ids, uploading]) =>
        (keys as string[])
          .map((key, at) => ({ key, id: (ids as string[])[at] }))
          .filter(
            ({ key, id }) =>
              !all(tx, 'submission').some(
                row =>
                  (row.object_key === key && row.has_stored_file) ||
                  (row.id === id && row.status_id === uploading),
              ),
          )
          .map(({ key, id }) => ({ key, isKnown: all(tx, 'submission').some(row => row.id === id) })),
    ],
    // One subject alone is a row of parameters, the last of the statement.
    [/\b1 as at\) as w\b/, (tx, params) => factsRow(tx, 0, params.slice(-3))],
    [
      /from unnest\(/,
      (tx, params) => {
        const [ids = [], , institutions = [], collections = [], modes = []] = params.filter(Array.isArray)
        // What all subjects share stands before their lists.
        const [collection, mode] = params.slice(params.findIndex(Array.isArray) - 2)
        return ids.flatMap((_, at) =>
          factsRow(tx, at, [collections[at] ?? collection, institutions[at], modes[at] ?? mode]),
        )
      },
    ],
    [
      /select count\(\*\)::int as count from pgboss\.job/,
      (tx, params) => [
        {
          count: all(tx, 'job').filter(
            row =>
              row.name === 'stage' &&
              ['created', 'retry', 'active'].includes(text(row.state)) &&
              params.includes(row.groupId),
          ).length,
        },
      ],
    ],
    [
      /is_latest\s+for no key update/,
      async (tx, params) => {
        const found = latestOf(tx, params)
        if (found) await lock(tx, `submission/${found.id}`)
        return [latestOf(tx, params) ?? []].flat()
      },
    ],
    [
      /from submission where id = .* for no key update/,
      async (tx, [id]) => [(await lockRow(tx, 'submission', text(id))) ?? []].flat(),
    ],
    [
      // Jobs and deliveries are not simulated: only a submission can have the id (`tests/server/jobKinds.test.ts`).
      /^select exists \(select 1 from job where id = .* as taken$/s,
      (tx, [id]) => [{ taken: get(tx, 'submission', text(id)) !== undefined }],
    ],
    [
      /, copied_from, .* from submission where id = /,
      (tx, [id]) => [get(tx, 'submission', text(id)) ?? []].flat(),
    ],
    [
      /select id, object_key as "objectKey" from submission where status_id/,
      (tx, [status]) =>
        all(tx, 'submission')
          .filter(row => row.status_id === status)
          .map(row => ({ id: row.id, objectKey: row.object_key })),
    ],
    [
      /where object_key = any\(.* and has_stored_file/,
      (tx, [keys]) =>
        all(tx, 'submission')
          .filter(row => row.has_stored_file && (keys as unknown[]).includes(row.object_key))
          .map(row => ({ key: row.object_key })),
    ],
    // Files of stories come at once (parts: `tests/server/partsArrived.test.ts`).
    [/ from part_upload p join submission /, () => []],
    // A story has neither: its stages make no files.
    [/delete from (artefact|workbook) where submission_id/, () => []],
    [
      /update submission set has_stored_file = false/,
      async (tx, [at, id]) => {
        const row = await lockRow(tx, 'submission', text(id))
        if (row)
          put(tx, 'submission', text(id), { ...row, has_stored_file: false, content_discarded_utc: at })
        return []
      },
    ],
  ]

  const known = new Map<string, Handler>()
  const handlerOf = (sqlText: string): Handler => {
    const [, table = '', columns = ''] = insertPattern.exec(sqlText) ?? []
    if (recorded.has(table)) {
      const names = columns.split(', ').map(name => name.replaceAll('"', ''))
      return (tx, params) =>
        insert(tx, table, Object.fromEntries(names.map((name, at) => [name, params[at]])))
    }
    if (sqlText.startsWith('update "submission" set'))
      return (tx, params) => updateSubmission(tx, sqlText, params)
    const found = handlers.find(([pattern]) => pattern.test(sqlText))
    if (!found) {
      const unknown = new Error(`The simulated database does not know the statement: ${sqlText}`)
      options.onUnknown(unknown)
      throw unknown
    }
    return found[1]
  }

  return (tx: Tx, sqlText: string, params: Params): Row[] | Promise<Row[]> => {
    const handler = known.get(sqlText) ?? handlerOf(sqlText)
    known.set(sqlText, handler)
    return handler(tx, params)
  }
}
export type Statements = ReturnType<typeof createStatements>
