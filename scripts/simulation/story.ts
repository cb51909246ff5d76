import { addSeconds } from 'date-fns/addSeconds'
import type { UserPrincipal } from '../../src/domain/principal.ts'
import { statusNameOf } from '../../src/domain/status.ts'
import { selectCan } from '../../src/machines/submission/index.ts'
import type { LifecycleEvent, Stage } from '../../src/machines/submission-lifecycle/index.ts'
import { people } from '../../src/model/people.ts'
import { type Browser, type DroppedAction, openBrowser } from './browser.ts'
import { createChecks } from './checks.ts'
import { createEngine } from './engine.ts'
import type { Passed } from './faults.ts'
import { queues } from './queueStatements.ts'
import { request } from './requests.ts'
import {
  type Installation,
  type SimulatedServer,
  startServerProcess,
  startWorkerProcess,
  type Trouble,
} from './server.ts'
import { createStatements } from './statements.ts'
import { createObjects, hashOf, type StoreFlaws } from './store.ts'
import type { Deed, Story } from './stories.ts'
import { startSupervisor } from './supervisor.ts'
import { createWorld, type Process } from './world.ts'

/** Faults that a test puts into the system, to see that the simulator finds them. */
export interface PutIn extends StoreFlaws {
  noFencingToken?: true
  noIdempotencyKey?: true
  messageBeforeCommit?: true
  leaseNeverExpires?: true
  leaseByOwnClock?: true
  uploadsWithoutId?: true
  gapIgnored?: true
  missedIgnored?: true
  newsIgnored?: true
  refreshIgnored?: true
  overtakingIgnored?: true
}

/** Faults that drop an action of the page. */
const dropping: Partial<Record<keyof PutIn, DroppedAction>> = {
  missedIgnored: 'refresh',
  newsIgnored: 'tellNews',
  refreshIgnored: 'refreshWhereBehind',
  overtakingIgnored: 'overtakeAnswer',
}

const instId = '0001'
const collectionId = 'c1'
const uploadExpiresSeconds = 60
const restartMs = 3000
const tries = 4

const may: Record<'cancel' | 'decline' | 'resubmit' | 'reprocess', LifecycleEvent> = {
  cancel: { type: 'UPLOAD_CANCELLED', actor: people.submitter },
  decline: { type: 'DECLINE', actor: people.analyst, hasNote: true },
  resubmit: { type: 'REQUEST_RESUBMISSION', actor: people.analyst },
  reprocess: { type: 'REPROCESSED', actor: people.admin },
}
/** What takes a submission on, by whom; the chart of the page says which of them is offered. */
const onward: readonly LifecycleEvent[] = [
  { type: 'SUBMIT', actor: people.signOff, termsAccepted: true },
  { type: 'APPROVE', actor: people.analyst },
  { type: 'APPROVE', actor: people.regulator },
  { type: 'REQUEST_SIGN_OFF', actor: people.signOff, termsAccepted: true },
  { type: 'SIGN_OFF', actor: people.analyst },
]

export interface StoryOutcome {
  /** What went wrong, with the point at which it struck. */
  faults: readonly string[]
  /** Decisions that were made. */
  events: number
  passed: Passed
  statuses: readonly string[]
  /** Live messages, in the order in which they were committed. */
  messages: readonly unknown[]
}

/**
 * Runs a story to its end; throws what is not as the specification says. Gives what there was of it; the faults as they
 * strike go to `struck`.
 */
export const runStory = async (
  story: Story,
  putIn: PutIn = {},
  struck: string[] = [],
): Promise<StoryOutcome> => {
  const world = createWorld(story.disorder, story.faults, struck)
  const engine = createEngine()
  const objects = createObjects()
  const contents = new Map<string, string>()
  const matter = new Map<string, { trouble: Trouble; at: Stage }>()
  const originOf = (id: string): string => {
    const from = engine.row('submission', id)?.copied_from
    return from ? originOf(String(from)) : id
  }
  const matterOf = (id: string) => matter.get(originOf(id))
  /** What an object of this key is to hold: a file as it was sent, the output of a stage. */
  const meantAt = (key: string): string | undefined => {
    const [, id = '', name = ''] = key.split('/')
    const content = contents.get(originOf(id))
    if (name.startsWith('file.')) return content
    return name.startsWith('history.') && content !== undefined ? hashOf(content) : undefined
  }
  const checks = createChecks({
    engine,
    objects,
    now: world.now,
    meantAt,
    isForGood: id => matterOf(id)?.trouble === 'forGood',
  })

  engine.seed('collection', collectionId, {
    id: collectionId,
    state_id: 3,
    allow_submissions: true,
    reference_period_end: '2024-07-31',
  })
  engine.seed('provider', instId, {
    inst_id: instId,
    onboarded: true,
    risk_code: '01',
    country_code: 'E',
    regulator_code: '5002',
  })
  queues.clear()
  if (!putIn.leaseNeverExpires) startSupervisor(world, engine)

  let failure: unknown
  const installation: Installation = {
    world,
    engine,
    statements: createStatements(engine, {
      isFenced: !putIn.noFencingToken,
      isPublishedAtOnce: putIn.messageBeforeCommit === true,
      now: world.now,
      onUnknown: error => {
        failure = error
      },
    }),
    objects,
    store: story.store,
    isKeyed: !putIn.noIdempotencyKey,
    isFenced: !putIn.noFencingToken,
    isLeaseByOwnClock: putIn.leaseByOwnClock === true,
    flaws: putIn,
    troubleAt: (id, stage, attempt) => {
      const found = matterOf(id)
      if (!found) return undefined
      const { trouble, at } = found
      if (trouble === 'schema') return stage === 'SCHEMA_CHECK' ? trouble : undefined
      if (trouble === 'right') return stage === 'RIGHT_TO_PROCESS' ? trouble : undefined
      if (stage !== at || (trouble === 'oneFault' && attempt > 1)) return undefined
      return trouble
    },
  }

  const servers = new Map<string, SimulatedServer>()
  const startProcess = (name: string): void => {
    const process: Process = { name, alive: true, pausedUntil: 0 }
    if (name.startsWith('worker')) startWorkerProcess(installation, process)
    else
      startServerProcess(installation, process).then(server => {
        if (process.alive) servers.set(name, server)
        else server.sockets.stop()
      })
  }
  world.onDeath.push(process => {
    engine.cut(process)
    servers.get(process.name)?.sockets.stop()
    servers.delete(process.name)
    world.after(undefined, restartMs, () => startProcess(process.name))
  })
  world.onOutage.push(() => {
    engine.cut()
    for (const server of servers.values()) server.reconnectListener()
  })
  world.onListenerLost.push(() => {
    for (const server of servers.values()) server.reconnectListener()
  })

  let turn = 0
  /** Requests go round the servers that are up. */
  const serverOf = (): SimulatedServer | undefined => {
    turn += 1
    const up = [...servers.values()]
    return up[turn % up.length]
  }
  const browsers: Browser[] = ['browser 1', 'browser 2'].map(name =>
    openBrowser({
      world,
      name,
      instId,
      collectionId,
      serverOf,
      noticesGaps: !putIn.gapIgnored,
      dropped: Object.entries(dropping).flatMap(([fault, action]) =>
        putIn[fault as keyof PutIn] ? action : [],
      ),
      onBehind: (id, version) => checks.behind(name, id, version),
      onShown: (id, version, status) => checks.show(name, id, version, status),
    }),
  )
  const openPages = (id: string): void => {
    for (const browser of browsers) browser.open(id)
  }

  const wait = (ms: number): Promise<void> => new Promise(resolve => world.after(undefined, ms, resolve))

  /** Asks a server; where the answer does not come, or is a fault, once more after a while. */
  const ask = async <T>(
    what: string,
    question: (server: SimulatedServer) => Promise<T>,
  ): Promise<T | undefined> => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const server = serverOf()
      const answer = server && (await request(world, server, what, question))
      if (answer) return answer.value
      await wait(2000)
    }
    return undefined
  }

  let uploads = 0
  let requests = 0
  /** Without ids of who asks, each request that arrives makes an upload of its own: a fault put in. */
  const idOf = (submissionId: string): string => {
    requests += 1
    return putIn.uploadsWithoutId ? `${submissionId}-${requests}` : submissionId
  }
  const doUpload = async (deed: Extract<Deed, { kind: 'upload' }>): Promise<void> => {
    uploads += 1
    const submissionId = `u${uploads}`
    const content = `content of ${submissionId}`
    const answer = await ask('upload', async ({ lifecycle, clock, sign }) => {
      const ownId = idOf(submissionId)
      const objectKey = `${instId}/${ownId}/file.xml`
      contents.set(ownId, content)
      if (deed.trouble) matter.set(ownId, { trouble: deed.trouble, at: deed.at })
      const decided = await lifecycle.requestUpload({
        submissionId: ownId,
        collectionId,
        instId,
        mode: 'live',
        fileName: 'file.xml',
        objectKey,
        expires: addSeconds(clock.now(), uploadExpiresSeconds),
        actor: people.submitter as UserPrincipal,
      })
      if (!decided.ok) return undefined
      const { id, version, uploadExpires } = decided.submission
      return { id, version, form: uploadExpires && sign(objectKey, content, uploadExpires) }
    })
    if (!answer) return
    checks.acknowledge(answer.id, answer.version, 'the upload request')
    openPages(answer.id)
    const { form } = answer
    if (!deed.isSent || form === null) return
    const sent = await ask('post', async server => {
      await server.post(form, content)
      return true
    })
    if (sent) checks.acknowledgePost(answer.id)
  }

  const decide = async (id: string, event: LifecycleEvent): Promise<void> => {
    const decided = await ask(event.type, ({ lifecycle }) => lifecycle.decide(id, event))
    if (decided?.ok) checks.acknowledge(id, decided.submission.version, event.type)
  }

  /** The submission that a deed is about: the latest, or the upload that is to be cancelled. */
  const subjectOf = (deed: Deed): string | undefined => {
    const rows = engine.rows('submission')
    const uploading = rows.find(row => statusNameOf(Number(row.status_id)) === 'UPLOADING')
    const found = (deed.kind === 'cancel' ? uploading : undefined) ?? rows.find(row => row.is_latest)
    return found && String(found.id)
  }

  const act = async (deed: Deed): Promise<void> => {
    if (deed.kind === 'upload') return doUpload(deed)
    if (deed.kind === 'nilReturn') {
      const decided = await ask('nil return', ({ lifecycle }) =>
        lifecycle.createNilReturn({ collectionId, instId, actor: people.analyst }),
      )
      if (decided?.ok) checks.acknowledge(decided.submission.id, decided.submission.version, 'the nil return')
      return
    }
    const id = subjectOf(deed)
    if (id === undefined) return
    openPages(id)
    if (deed.kind !== 'next') return decide(id, may[deed.kind])
    const page = browsers[0]?.shown().find(({ submissionId }) => submissionId === id)
    const event = page && onward.find(one => selectCan(page.snapshot, one))
    if (event) await decide(id, event)
  }

  const live = async (): Promise<void> => {
    for (const deed of story.deeds) {
      await wait(deed.wait)
      await act(deed)
    }
  }

  const sweep = async (): Promise<void> => {
    while (!(await ask('sweep', server => server.sweep().then(() => true))));
  }

  for (const name of ['server 1', 'server 2', 'worker 1', 'worker 2']) startProcess(name)
  live().catch(error => {
    failure = error
  })
  try {
    const lookAtAll = (): void => {
      if (failure !== undefined) throw failure
      checks.now()
    }
    await world.run(lookAtAll)
    // What nobody can use any more is swept, however often that fails.
    sweep().catch(error => {
      failure = error
    })
    await world.run(lookAtAll)
    checks.atRest(browsers)
  } finally {
    for (const browser of browsers) browser.close()
    for (const server of servers.values()) server.sockets.stop()
  }
  return {
    faults: struck,
    events: engine.rows('submission_event').length,
    passed: world.passed,
    statuses: engine.rows('submission').map(row => statusNameOf(Number(row.status_id))),
    messages: engine.rows('live_message').map(row => row.payload),
  }
}
