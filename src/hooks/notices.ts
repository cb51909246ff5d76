import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ResponseOf } from '../domain/wire/call.ts'
import { listNotices } from '../domain/wire/notices.ts'
import { isNoticeFor, type NoticesMachine, selectUnread } from '../machines/notices/index.ts'
import type { ResourceRequest } from '../machines/resource/index.ts'
import { ApplicationContext } from './application.ts'
import { type Resource, useResource } from './resource.ts'
import { useViewer } from './session.ts'

/** The notices' actor, which the application runs while somebody is signed in. */
const useNoticesRef = (): ActorRefFrom<NoticesMachine> => {
  const notices = ApplicationContext.useSelector(({ children }) => children.notices)
  if (!notices) throw new Error('Nobody is signed in, so there are no notices.')
  return notices
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

/**
 * Notices as the server lists them, fetched again when one arrives or all are marked as read. Those that are marked because they were
 * seen keep their mark until then: else nobody could tell what is new.
 */
export const useNoticeList = (
  request: ResourceRequest<typeof listNotices>,
): Resource<ResponseOf<typeof listNotices>> => {
  const { principal } = useViewer()
  const list = useResource(listNotices, request, { refreshOn: message => isNoticeFor(principal, message) })
  const notices = useNoticesRef()
  const refresh = useEffectEvent(list.refresh)
  useEffect(() => {
    const marked = notices.on('notices.marked', ({ ids }) => {
      if (ids === undefined) refresh()
    })
    return () => marked.unsubscribe()
  }, [notices])
  return list
}
