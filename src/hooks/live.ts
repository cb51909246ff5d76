import { useEffect, useEffectEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { LiveMessage } from '../domain/wire/live.ts'
import type { LiveFeedMachine } from '../machines/live-feed/index.ts'
import { ApplicationContext } from './application.ts'

/** The live feed's actor: whether the connection stands. */
export const useLiveFeed = (): ActorRefFrom<LiveFeedMachine> => {
  const live = ApplicationContext.useSelector(({ children }) => children.liveFeed)
  if (!live) throw new Error('The application runs no live feed.')
  return live
}

/** Calls back for every live message, and when everything has to be asked for afresh. */
export const useLiveMessages = (onMessage: (message: LiveMessage) => void, onRefresh?: () => void): void => {
  const live = useLiveFeed()
  const tellMessage = useEffectEvent(onMessage)
  const tellRefresh = useEffectEvent(() => onRefresh?.())
  useEffect(() => {
    const message = live.on('live.message', event => tellMessage(event.message))
    const refresh = live.on('live.refresh', () => tellRefresh())
    return () => {
      message.unsubscribe()
      refresh.unsubscribe()
    }
  }, [live])
}

/**
 * While the screen shows something of an institution, its progress arrives; the application decides on which channel.
 * `seen` is the number of its last live message when the first answer was read: nothing is asked for twice if none has
 * been sent since. So ask for the rest after that answer.
 */
export const useFollow = (instId: string | undefined, seen?: number): void => {
  const application = ApplicationContext.useActorRef()
  const visit = useEffectEvent((visited: string) =>
    application.send({ type: 'INSTITUTION_VISITED', instId: visited, seen }),
  )
  useEffect(() => {
    if (instId === undefined) return
    visit(instId)
    return () => application.send({ type: 'INSTITUTION_LEFT' })
  }, [application, instId])
}
