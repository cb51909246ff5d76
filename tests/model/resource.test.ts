import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { deletedElsewhere, problem } from '../../src/domain/problem.ts'
import { selectStatus } from '../../src/machines/resource/index.ts'
import { err, ok, type Result } from '../../src/machines/support/index.ts'
import { gone, notFound, resource, resourceSpec } from '../../src/model/charts/resource.ts'
import { done, failed, journey, live } from '../../src/model/live.ts'
import { isWalkedWhole } from './support/walkedWhole.ts'

const fetching = { fetching: 'upToDate' }
const loaded = { content: 'current', work: { settled: 'done' } }

describe('resource', () => {
  isWalkedWhole(resourceSpec)

  it('shows the answer to the latest question only', async () => {
    const walk = live(resource, { params: 'one' })
    await walk.cause({ type: 'PARAMS_CHANGED', params: 'two' })
    await walk.cause({ type: 'PARAMS_CHANGED', params: 'three' })
    expect(walk.inputs()).toEqual({ load: { params: 'three' } })
    await walk.cause(done('load', ok('third')))
    expect(walk.actor.getSnapshot().context).toEqual({
      parent: undefined,
      queued: [],
      params: 'three',
      data: 'third',
      problem: undefined,
      failures: 0,
      spread: 1,
    })
  })

  it('asks a question afresh that was withdrawn, and no other twice', async () => {
    const walk = live(resource, { params: 'one' })
    await walk.cause({ type: 'PARAMS_CHANGED', params: 'one' })
    await walk.cause(done('load', ok('first')))
    await walk.cause({ type: 'PARAMS_CHANGED', params: 'one' })
    expect([walk.actor.getSnapshot().value, walk.inputs()]).toEqual([loaded, {}])
    await walk.cause({ type: 'REFRESH' })
    await walk.cause({ type: 'PARAMS_CHANGED', params: undefined })
    await walk.cause({ type: 'REFRESH' })
    const { value, context } = walk.actor.getSnapshot()
    expect([value, context.data, walk.inputs()]).toEqual([
      { content: 'current', work: 'waiting' },
      'first',
      {},
    ])
    await walk.cause({ type: 'PARAMS_CHANGED', params: 'one' })
    expect([walk.actor.getSnapshot().value, walk.inputs()]).toEqual([
      { content: 'former', work: fetching },
      { load: { params: 'one' } },
    ])
  })

  it('asks once more after any number of refreshes during an answer', async () => {
    const walk = live(resource, { params: 'one' })
    for (const type of ['REFRESH', 'REFRESH', 'REFRESH']) await walk.cause({ type })
    await walk.cause(done('load', ok('old')))
    expect(walk.actor.getSnapshot().value).toEqual({ content: 'current', work: fetching })
    await walk.cause(done('load', ok('new')))
    expect(walk.actor.getSnapshot().value).toEqual(loaded)
    expect([walk.actor.getSnapshot().context.data, walk.inputs()]).toEqual(['new', {}])
  })

  it('lets no answer on its way take back what was told since, and asks for nothing where none is', async () => {
    const walk = live(resource, { params: 'one' })
    await walk.cause(done('load', ok('first')))
    await walk.cause({ type: 'OVERTAKEN' })
    expect(walk.actor.getSnapshot().value).toEqual(loaded)
    await walk.cause({ type: 'REFRESH' })
    await walk.cause({ type: 'DATA_PATCHED', data: 'told' })
    await walk.cause({ type: 'OVERTAKEN' })
    await walk.cause(done('load', ok('read before it was told')))
    expect(walk.actor.getSnapshot().value).toEqual({ content: 'current', work: fetching })
    expect(walk.actor.getSnapshot().context.data, 'what was told stays in sight').toBe('told')
    await walk.cause(done('load', ok('read after it')))
    expect([walk.actor.getSnapshot().context.data, walk.inputs()]).toEqual(['read after it', {}])
  })

  it('does not rest on a refusal that something has overtaken', async () => {
    const { value, context } = await journey(resource, { params: 'one' }, [
      { type: 'REFRESH' },
      done('load', err(notFound)),
      done('load', ok('there by now')),
    ])
    expect([value, context.data, context.problem]).toEqual([loaded, 'there by now', undefined])
  })

  it('counts as not there until an answer says otherwise', async () => {
    const walk = live(resource, { params: 'one' })
    const stands = () => {
      const snapshot = walk.actor.getSnapshot()
      return [snapshot.value, selectStatus(snapshot), snapshot.context.problem?.kind]
    }
    await walk.cause(done('load', err(notFound)))
    expect(stands()).toEqual([{ content: 'absent', work: { settled: 'done' } }, 'failed', 'not-found'])
    await walk.cause({ type: 'REFRESH' })
    expect(stands()).toEqual([{ content: 'absent', work: fetching }, 'failed', 'not-found'])
    await walk.cause(failed('load', new TypeError('fetch failed')))
    expect(stands()).toEqual([{ content: 'absent', work: { settled: 'done' } }, 'failed', 'not-found'])
    await walk.cause({ type: 'REFRESH' })
    await walk.cause(done('load', ok('there by now')))
    expect(stands()).toEqual([loaded, 'ready', undefined])
  })

  it('is gone where what was shown was deleted elsewhere, and says that it was (decisions §15)', async () => {
    const start = [done('load', ok('there')), { type: 'REFRESH' }, done('load', err(notFound))] as const
    const { value, context } = await journey(resource, { params: 'one' }, start)
    expect(value).toEqual({ content: 'absent', work: { settled: 'done' } })
    expect([context.data, context.problem]).toEqual([undefined, deletedElsewhere])

    const again = await journey(resource, { params: 'one' }, [
      ...start,
      { type: 'REFRESH' },
      done('load', err(notFound)),
    ])
    expect(again.context.problem).toEqual(deletedElsewhere)
  })

  it('says who deleted it if the answer does, before or after it was shown', async () => {
    const told = done('load', err(gone))
    const { context } = await journey(resource, { params: 'one' }, [
      done('load', ok('there')),
      { type: 'REFRESH' },
      told,
    ])
    expect([context.data, context.problem]).toEqual([undefined, gone])
    expect((await journey(resource, { params: 'one' }, [told])).context.problem).toEqual(gone)
  })

  it('keeps what is there when a refresh fails, and what went wrong beside it', async () => {
    const { value, context } = await journey(resource, { params: 'one' }, [
      done('load', ok('there')),
      { type: 'REFRESH' },
      failed('load', new TypeError('fetch failed')),
    ])
    expect(value).toEqual({ content: 'current', work: { failed: 'resting' } })
    expect(context.data).toBe('there')
    expect(context.problem?.kind).toBe('network')
  })

  it('shows nothing of the earlier page when a later page fails', async () => {
    const { value, context } = await journey(resource, { params: 'one' }, [
      done('load', ok('page one')),
      { type: 'PARAMS_CHANGED', params: 'two' },
      done('load', err(notFound)),
    ])
    expect(value).toEqual({ content: 'absent', work: { settled: 'done' } })
    expect(context).toMatchObject({ params: 'two', data: undefined, problem: notFound })
  })

  it('does not let an answer on its way overwrite what an action has brought', async () => {
    const { value, context } = await journey(resource, { params: 'one' }, [
      done('load', ok('before')),
      { type: 'REFRESH' },
      { type: 'DATA_REPLACED', data: 'after the action' },
    ])
    expect(value).toEqual({ content: 'current', work: fetching })
    expect(context.data).toBe('after the action')
  })

  it('is brought up to date by an answer, however many details live messages tell meanwhile', async () => {
    const { value, context } = await journey(resource, { params: 'one' }, [
      done('load', ok('before')),
      { type: 'REFRESH' },
      { type: 'DATA_PATCHED', data: 'before, 10 %' },
      { type: 'DATA_PATCHED', data: 'before, 20 %' },
      done('load', ok('after')),
    ])
    expect([value, context.data]).toEqual([loaded, 'after'])
  })

  it('says how it stands in the words of the tables', async () => {
    const walk = live(resource, { params: 'one' })
    const status = () => selectStatus(walk.actor.getSnapshot())
    expect(status()).toBe('loading')
    await walk.cause(failed('load', new Error('no answer')))
    expect(status()).toBe('failed')
    await walk.cause({ type: 'RETRY' })
    await walk.cause(done('load', ok('there')))
    expect(status()).toBe('ready')
    await walk.cause({ type: 'REFRESH' })
    expect(status(), 'what is there is right until a later answer').toBe('ready')
    await walk.cause({ type: 'PARAMS_CHANGED', params: 'two' })
    expect(status(), 'what is there answers another question').toBe('former')
    await walk.cause(done('load', ok('there, two')))
    expect(status()).toBe('ready')
  })

  it('asks again by itself for what is away, and what went wrong stays in sight until the answer is there', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const asked = vi
      .fn<() => Promise<Result<string>>>()
      .mockResolvedValueOnce(err(problem('unavailable', 'Not now.')))
      .mockResolvedValueOnce(err(problem('unavailable', 'Not yet.')))
      .mockResolvedValue(ok('there'))
    const { promise: isInSight, resolve: comeBack } = Promise.withResolvers<void>()
    const looked = vi.fn<() => Promise<void>>().mockResolvedValueOnce().mockReturnValue(isInSight)
    const actor = createActor(
      resource.provide({ actors: { load: fromPromise(asked), inSight: fromPromise(looked) } }),
      { input: { params: 'one', spread: 0.5 } },
    )
    const seen: string[] = []
    actor.subscribe(snapshot => seen.push(selectStatus(snapshot)))
    actor.start()
    await vi.advanceTimersByTimeAsync(7400)
    expect(asked, 'three quarters of ten seconds are not over').toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(asked).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked, 'nobody looks at the page').toHaveBeenCalledTimes(2)
    comeBack()
    await vi.advanceTimersByTimeAsync(0)
    expect([asked.mock.calls.length, actor.getSnapshot().context.data]).toEqual([3, 'there'])
    expect([...new Set(seen.slice(seen.indexOf('failed')))]).toEqual(['failed', 'ready'])
  })

  it('shows that it is asked for again where a person wants it while it is', async () => {
    const walk = live(resource, { params: 'one' })
    const status = () => selectStatus(walk.actor.getSnapshot())
    await walk.cause(done('load', err(problem('unavailable', 'Not now.'))))
    await walk.cause({ type: 'xstate.after.pause.resource.work.failed.resting' })
    await walk.cause(done('inSight', undefined))
    expect([status(), walk.inputs()]).toEqual(['failed', { load: { params: 'one' } }])
    await walk.cause({ type: 'RETRY' })
    expect(status()).toBe('loading')
  })

  it('does not ask again by itself what was refused', async () => {
    const { value } = await journey(resource, { params: 'one' }, [
      done('load', err(problem('forbidden', 'Not yours.'))),
    ])
    expect(value).toEqual({ content: 'empty', work: { failed: 'refused' } })
  })
})
