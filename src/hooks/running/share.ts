import { isMissing } from '../../domain/problem.ts'
import type { RecordedEntry } from '../../domain/recording.ts'
import {
  isSupportOpen,
  isSupportWatched,
  supportEntriesAtOnce,
  supportEntriesBurst,
} from '../../domain/supportSession.ts'
import {
  endSupportSession,
  offerSupportSession,
  type SupportSessionWire,
  sendSupportEntries,
} from '../../domain/wire/supportSessions.ts'
import type { Result } from '../../machines/support/index.ts'
import type { Api } from '../../services/api.ts'
import { recordActors } from './recordActors.ts'
import { sharing } from './sharing.ts'

/** Pauses between two calls, in ms: while there is something to send, and while the browser only asks for the state. */
const pauses = { sending: 100, asking: 1000 }

/**
 * Lets support look on at this browser: offers a session, shows its code, and sends what the actors do once support has joined. Ends with
 * the session. Gives the problem if the server refuses to start one.
 */
export const shareWithSupport = async (api: Api, now: () => number): Promise<Result<null>> => {
  const offered = await api.call(offerSupportSession)
  if (!offered.ok) return offered
  const { code } = offered.value
  const { id } = offered.value.session
  const path = { sessionId: id }
  let waiting: RecordedEntry[] = []
  let stopRecording: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let ends = now()

  const finish = (watcher: string | null): void => {
    clearTimeout(timer)
    stopRecording?.()
    sharing.show({ state: 'over', code, watcher, ends, end: () => sharing.show(undefined) })
  }

  const end = (): void => {
    const { watcher = null } = sharing.current() ?? {}
    finish(watcher)
    // Support is told by the server. Without an answer the session ends there by its clock; nothing is sent any more.
    api.call(endSupportSession, { path }).catch(() => undefined)
  }

  const show = ({ state, watcher, expires, now: serverNow }: SupportSessionWire): void => {
    ends = now() + Date.parse(expires) - Date.parse(serverNow)
    if (!isSupportOpen(state)) {
      finish(watcher)
      return
    }
    const isWatched = isSupportWatched(state)
    if (isWatched) stopRecording ??= recordActors(now, entry => waiting.push(entry))
    // Only what the person sees: another end of the same session is no change.
    const former = sharing.current()
    if (former?.code === code && former.state === (isWatched ? 'watched' : 'offered')) return
    sharing.show({ state: isWatched ? 'watched' : 'offered', code, watcher, ends, end })
  }

  const send = async (): Promise<void> => {
    if (sharing.current()?.state === 'over') return
    const entries = waiting.splice(0, supportEntriesAtOnce)
    // What the server would drop need not be kept.
    waiting = waiting.slice(-supportEntriesBurst)
    try {
      const sent = await api.call(sendSupportEntries, { path, body: { entries } })
      if (sharing.current()?.state === 'over') return
      if (sent.ok) show(sent.value.session)
      else if (isMissing(sent.problem) || sent.problem.kind === 'forbidden') return finish(null)
    } catch {
      // No answer: asked again, until the time is over.
      if (now() > ends) return finish(null)
    }
    if (sharing.current()?.state !== 'over') sendLater()
  }

  /** While support looks on, what happens is sent soon. Without anything to send, the state is asked for now and then. */
  const sendLater = (paused = 0): void => {
    const pause = stopRecording ? pauses.sending : pauses.asking
    timer = setTimeout(() => {
      if (waiting.length > 0 || paused + pause >= pauses.asking) void send()
      else sendLater(paused + pause)
    }, pause)
  }

  show(offered.value.session)
  sendLater()
  return { ok: true, value: null }
}
