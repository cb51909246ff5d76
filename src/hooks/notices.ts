import { useActorRef, useSelector } from '@xstate/react'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { seesNotice } from '../domain/notice.ts'
import { ProblemError } from '../domain/problem.ts'
import type { ResponseOf } from '../domain/wire/call.ts'
import type { LiveMessage } from '../domain/wire/live.ts'
import { listNotices, markNotices } from '../domain/wire/notices.ts'
import { type Counted, type MarkInput, noticesMachine, selectUnread } from '../machines/notices/index.ts'
import type { Api } from '../services/api.ts'
import { useLiveMessages } from './live.ts'
import { type Resource, type ResourceRequest, useResource } from './resource.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'
import { useSession, useViewer } from './session.ts'
import { unlessAborted } from './unlessAborted.ts'

type NoticesRef = ActorRefFrom<typeof noticesMachine>

/** The notices' actor of the frame, for the bell and every list of notices below it. */
export const NoticesContext = createContext<NoticesRef | undefined>(undefined)

const actorsOf = (api: Api) => ({
  count: fromPromise<Counted>(async ({ signal }) => {
    const answer = await unlessAborted(signal, api.call(listNotices, { query: { limit: '1' }, signal }))
    if (!answer.ok) throw new ProblemError(answer.problem)
    return { unread: answer.value.unread }
  }),
  // Not ended with the actor's state: what was read stays read, also where the reader is off to another page.
  mark: fromPromise<Counted, MarkInput>(async ({ input: { ids } }) => {
    const answer = await api.call(markNotices, { body: ids === undefined ? {} : { ids: [...ids] } })
    if (!answer.ok) throw new ProblemError(answer.problem)
    return answer.value
  }),
})

/** Whether a message gives a notice that the viewer may read. */
const useConcerns = (): ((message: LiveMessage) => boolean) => {
  const { principal } = useViewer()
  return message =>
    message.type === 'NOTICE' &&
    message.instId === principal.organisationId &&
    seesNotice(principal, message.notice.kind, message.notice.mode)
}

/** Runs the notices' chart for the frame around the screens; the number comes with the session. */
export const useNoticesActor = (): NoticesRef => {
  const { api } = useServicesContext()
  const unread = useSelector(useSession(), ({ context }) => context.session?.unreadNotices ?? 0)
  const actor = useActorRef(noticesMachine.provide({ actors: actorsOf(api) }), {
    ...attached,
    input: { unread },
  })
  const concerns = useConcerns()
  useLiveMessages(
    message => {
      if (concerns(message)) actor.send({ type: 'NOTICE_GIVEN' })
    },
    () => actor.send({ type: 'REFRESH' }),
  )
  return actor
}

export interface Notices {
  unread: number
  /** Marks these as read; all of them where no ids are given. */
  markRead: (ids?: readonly string[]) => void
}

/** How many notices are unread, and the way to mark them as read. */
export const useNotices = (): Notices => {
  const actor = useNoticesRef()
  return {
    unread: useSelector(actor, selectUnread),
    markRead: ids => actor.send({ type: 'READ', ids }),
  }
}

const useNoticesRef = (): NoticesRef => {
  const actor = useContext(NoticesContext)
  if (!actor) throw new Error('A list of notices is drawn outside the frame.')
  return actor
}

/** Notices as the server lists them, asked for again when one arrives or was read. */
export const useNoticeList = (
  request: ResourceRequest<typeof listNotices>,
): Resource<ResponseOf<typeof listNotices>> => {
  const concerns = useConcerns()
  const list = useResource(listNotices, request, { refreshOn: concerns })
  const marks = useSelector(useNoticesRef(), ({ context }) => context.marks)
  const refresh = useEffectEvent(list.refresh)
  useEffect(() => {
    if (marks > 0) refresh()
  }, [marks])
  return list
}
