import type { FastifyInstance } from 'fastify'
import {
  collectionStateById,
  collectionStateOf,
  collectionStates,
  isCollectionMade,
} from '../../../src/domain/collection.ts'
import { isReferenceOf } from '../../../src/domain/collectionSeries.ts'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import * as wire from '../../../src/domain/wire/management.ts'
import {
  type CollectionPlace,
  eventTo,
  isScheduleInOrder,
} from '../../../src/machines/collection-state/index.ts'
import { listOf, message } from '../../../src/messages/message.ts'
import type { Language } from '../../../src/messages/messages.ts'
import { type Collections, collectionEventsOf } from '../../collections/index.ts'
import type { Server } from '../../context.ts'
import { scopeOf, withScope } from '../../database/index.ts'
import { addStream, makeStreamAvailable, streamsIn } from '../../database/queries/streams.ts'
import { granted } from '../../decisions/decider.ts'
import { recordAudit } from '../../decisions/records.ts'
import { audienceOfOpening } from '../../notices/index.ts'
import { invalidField } from '../problems.ts'
import { route } from '../route.ts'
import { collectionSeenBy } from './collectionReading.ts'
import { namedState } from './collectionRows.ts'

/** Collections as the agency configures them (specification 1 §2, §7; decisions §10). */
export const managementRoutes = (
  app: FastifyInstance,
  { db, clock, collections }: Pick<Server, 'db' | 'clock'> & { collections: Collections },
): void => {
  /** The collection as the actor reads it after a decision; throws the problem that refused it. */
  const decided = async (
    decision: ReturnType<Collections['create']>,
    { actor, language }: { actor: UserPrincipal; language: Language },
  ) => {
    const { record } = await granted(decision)
    return withScope(db, scopeOf(actor), tx => collectionSeenBy(tx, actor, record.reference, language))
  }

  route(app, wire.listStreams, async ({ actor }) => ({
    streams: await withScope(db, scopeOf(actor), streamsIn),
  }))

  route(app, wire.addStream, ({ actor, body }) =>
    withScope(db, scopeOf(actor), async tx => {
      if (!(await addStream(tx, body)))
        throw new ProblemError(problem('conflict', message('server', 'streamExists', body)))
      await recordAudit(tx, {
        actor,
        event: 'STREAM_ADDED',
        subject: body.id,
        at: clock.now(),
        detail: { name: body.name },
      })
      return { streams: await streamsIn(tx) }
    }),
  )

  route(app, wire.makeStreamAvailable, ({ actor, params: { id } }) =>
    withScope(db, scopeOf(actor), async tx => {
      const changed = await makeStreamAvailable(tx, id)
      const streams = await streamsIn(tx)
      if (!streams.some(stream => stream.id === id))
        throw new ProblemError(problem('not-found', message('server', 'noStream')))
      if (changed) {
        const detail = { name: changed.name }
        await recordAudit(tx, { actor, event: 'STREAM_MADE_AVAILABLE', subject: id, at: clock.now(), detail })
      }
      return { streams }
    }),
  )

  route(app, wire.createCollection, async request => {
    const { reference, streamId } = request.body
    const streams = await withScope(db, scopeOf(request.actor), streamsIn)
    const available = streams.filter(({ isAvailable }) => isAvailable).map(({ id }) => id)
    if (!available.includes(streamId))
      throw invalidField('body.streamId', message('server', 'field.oneOf', { values: listOf(available) }))
    if (!isReferenceOf(streamId, reference))
      throw invalidField('body.reference', message('server', 'field.ofStream', { stream: streamId }))
    if (request.body.referencePeriodEnd <= request.body.referencePeriodStart) throw periodFault()
    return decided(collections.create(request.body, request.actor), request)
  })

  route(app, wire.changeCollection, async request => {
    const { referencePeriodStart, referencePeriodEnd } = request.body
    if (referencePeriodStart !== undefined || referencePeriodEnd !== undefined) {
      const { actor, language } = request
      const now = await withScope(db, scopeOf(actor), tx =>
        collectionSeenBy(tx, actor, request.params.reference, language),
      )
      if (
        (referencePeriodEnd ?? now.referencePeriodEnd) <= (referencePeriodStart ?? now.referencePeriodStart)
      )
        throw periodFault()
    }
    const { actor, body, language, params } = request
    if ([body.validationOn, body.opensOn, body.closesOn].some(day => day !== undefined)) {
      const now = await withScope(db, scopeOf(actor), tx =>
        collectionSeenBy(tx, actor, params.reference, language),
      )
      if (!isScheduleInOrder({ ...now, ...body }))
        throw invalidField('body.opensOn', message('server', 'field.scheduleOrder'))
    }
    return decided(collections.changeDetails(request.params.reference, request.body, request.actor), request)
  })

  route(app, wire.assignSpecification, request =>
    decided(
      collections.assignSpecification(request.params.reference, request.body.specificationId, request.actor),
      request,
    ),
  )

  route(app, wire.getOpeningAudience, async ({ actor, language, params }) => {
    await withScope(db, scopeOf(actor), tx => collectionSeenBy(tx, actor, params.reference, language))
    return withScope(db, { scope: 'all' }, audienceOfOpening)
  })

  route(app, wire.changeCollectionState, request => {
    const state = collectionStateById(request.body.stateId)
    if (!state) {
      const values = listOf(collectionStates.map(({ id }) => String(id)))
      throw invalidField('body.stateId', message('server', 'field.oneOf', { values }))
    }
    return decided(
      collections.changeState(request.params.reference, eventTo[state.name], request.actor),
      request,
    )
  })

  route(app, wire.listCollectionEvents, ({ actor, params, language }) =>
    withScope(db, scopeOf(actor), async tx => {
      const { id } = await collectionSeenBy(tx, actor, params.reference, language)
      const nameOf = (place: CollectionPlace) =>
        isCollectionMade(place) ? namedState(language, collectionStateOf(place).id) : null
      const events = await collectionEventsOf(tx, id)
      return {
        events: events.flatMap(({ from, to, at, ...event }) => {
          const state = nameOf(to)
          return state ? [{ ...event, from: nameOf(from), to: state, occurredUtc: at.toISOString() }] : []
        }),
      }
    }),
  )
}

const periodFault = (): ProblemError =>
  invalidField('body.referencePeriodEnd', message('server', 'field.afterStart'))
