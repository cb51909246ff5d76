import { useEffect, useRef } from 'react'
import type { LiveMessage } from '../domain/wire/live.ts'
import type { Channel } from '../machines/live-feed/index.ts'
import { useServicesContext } from './services.ts'
import { useViewer } from './session.ts'

/** The channel that a person follows when no screen asks for another. */
export const ownChannel = (viewer: { organisationId: string; organisationType: string }): Channel => ({
  id: viewer.organisationId,
  carries: viewer.organisationType === 'provider' ? 'oneInstitution' : 'manyInstitutions',
})

/** Calls back for every live message, and when everything has to be asked for afresh. */
export const useLiveMessages = (onMessage: (message: LiveMessage) => void, onRefresh?: () => void): void => {
  const { live } = useServicesContext()
  const latest = useRef({ onMessage, onRefresh })
  useEffect(() => {
    latest.current = { onMessage, onRefresh }
  })
  useEffect(() => {
    const message = live.on('live.message', event => latest.current.onMessage(event.message))
    const refresh = live.on('live.refresh', () => latest.current.onRefresh?.())
    return () => {
      message.unsubscribe()
      refresh.unsubscribe()
    }
  }, [live])
}

/**
 * Follows an institution while the screen is shown, so that the progress of its submissions arrives; then the viewer's
 * own channel again. Does nothing for a provider, whose own channel it is.
 */
export const useFollow = (instId: string | undefined): void => {
  const { live } = useServicesContext()
  const { actor } = useViewer()
  const isOwn = instId === undefined || instId === actor.organisationId
  useEffect(() => {
    if (isOwn) return
    live.send({ type: 'FOLLOW', channel: { id: instId, carries: 'oneInstitution' } })
    return () => live.send({ type: 'FOLLOW', channel: ownChannel(actor) })
  }, [live, isOwn, instId, actor])
}
