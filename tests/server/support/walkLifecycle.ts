import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Principal } from '../../../src/domain/principal.ts'
import { statusOf } from '../../../src/domain/status.ts'
import type { LifecycleEventType, UserEventType } from '../../../src/machines/submission-lifecycle/index.ts'
import type { PathStep } from '../../../src/model/paths/testPath.ts'
import { gesturesAt } from './gestures.ts'
import { statusAfter, type WorkerEvent } from './lifecycleSteps.ts'
import type { ProcessingServer } from './processingServer.ts'
import { copyOf, returnForm, type Scene, setScene, userIn } from './scene.ts'
import { type SignedPost, sendForm } from './sendForm.ts'

type Gesture = (step: PathStep) => Promise<unknown>

/**
 * Takes one submission through the steps of a path on a real server: what people do by HTTP, the file by a form to the
 * store, the end of a post by the clock, and only what workers report by the server's own port.
 */
export const walkerOf = async (server: ProcessingServer, scene: Scene) => {
  const earlier = await setScene(server, scene)
  const byPeople = gesturesAt(scene)
  let id: string = randomUUID()
  let post: SignedPost | undefined
  let isWithdrawn = false

  const send = async (type: UserEventType, step: PathStep): Promise<unknown> => {
    const { method, path, body } = byPeople[type].make(id, statusOf(statusAfter(step)).id)
    const user = userIn(scene, step.event.actor as Principal)
    const answer = await server.call(user, method, path, { body })
    expect({ type, user, status: answer.status, body: answer.status < 300 ? {} : answer.body }).toEqual({
      type,
      user,
      status: expect.toSatisfy((status: number) => status < 300),
      body: {},
    })
    return answer.body
  }

  const sendFile = async (content: string): Promise<number> =>
    (await sendForm(server.origin, post ?? { url: '', fields: {} }, content)).status

  const gestures: Record<Exclude<LifecycleEventType, WorkerEvent>, Gesture> = {
    UPLOAD_REQUESTED: async step => {
      // After a nil return that was withdrawn: what is uploaded is another submission.
      if (isWithdrawn) id = randomUUID()
      post = (await send('UPLOAD_REQUESTED', step)) as typeof post
    },
    UPLOAD_CANCELLED: step => send('UPLOAD_CANCELLED', step),
    NIL_RETURN_CREATED: async step => {
      id = ((await send('NIL_RETURN_CREATED', step)) as { uuid: string }).uuid
    },
    NIL_RETURN_WITHDRAWN: async step => {
      await send('NIL_RETURN_WITHDRAWN', step)
      isWithdrawn = true
    },
    SUBMIT: step => send('SUBMIT', step),
    APPROVE: step => send('APPROVE', step),
    DECLINE: step => send('DECLINE', step),
    REQUEST_SIGN_OFF: step => send('REQUEST_SIGN_OFF', step),
    SIGN_OFF: step => send('SIGN_OFF', step),
    FORM_REFUSED: async step => {
      await returnForm(server, scene, id)
      return send('FORM_REFUSED', step)
    },
    REQUEST_RESUBMISSION: step => send('REQUEST_RESUBMISSION', step),
    HISTORIC_AMENDMENT_REQUESTED: step => send('HISTORIC_AMENDMENT_REQUESTED', step),
    REPROCESSED: step => send('REPROCESSED', step),
    HISTORY_REQUESTED: step => send('HISTORY_REQUESTED', step),
    COPIED: async () => {
      const source = earlier ?? randomUUID()
      if (!earlier) await server.place({ ...scene, id: source }, 'PROVISIONING_ERROR')
      id = await copyOf(server, scene, source)
    },
    FILE_STORED: async () => expect(await sendFile('<Student/>')).toBe(204),
    // The store refuses a form whose file is smaller than announced.
    UPLOAD_FAILED: async () => expect(await sendFile('<S/>')).toBeGreaterThanOrEqual(400),
    UPLOAD_EXPIRED: async step => {
      server.clock.forward(3_601_000)
      await server.processing.deadlines.tick()
      await server.reaches(id, statusAfter(step))
    },
    SUPERSEDED: () => server.report(id, 'SUPERSEDED'),
  }

  return {
    id: () => id,
    take: async (step: PathStep): Promise<void> => {
      const type = step.event.type as LifecycleEventType
      const gesture = gestures[type as keyof typeof gestures] as Gesture | undefined
      await (gesture ? gesture(step) : server.report(id, type))
    },
  }
}
