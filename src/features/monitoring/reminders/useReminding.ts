import type { Problem } from '../../../domain/problem.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import { previewReminders, sendReminders } from '../../../domain/wire/reminders.ts'
import { useAction, useServices } from '../../../hooks/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'

interface Asked {
  instIds: readonly string[]
  skipsRecent: boolean
}

/** Reminding providers of a collection: what would be sent, and sending it. */
export interface Reminding {
  /** The providers; undefined while none is selected. */
  asked: Asked | undefined
  preview: ResponseOf<typeof previewReminders> | undefined
  /** Why there is no preview. */
  problem: Problem | undefined
  open: (instIds: readonly string[]) => void
  skipRecent: (isSkipping: boolean) => void
  send: (words: string) => void
  sending: { isRunning: boolean; problem: Problem | undefined }
  close: () => void
}

/**
 * Reminding providers of a collection (decisions §16). `onSent` follows once the reminders are on their way.
 * With the code of a rule the providers outside its tolerance are written to about it.
 */
export const useReminding = (reference: string, onSent: () => void, rule?: string): Reminding => {
  const t = useMessages('monitoring')
  const { call } = useServices()
  const path = { reference }
  const about = rule === undefined ? {} : { rule }
  const previewing = useAction(({ instIds, skipsRecent }: Asked) =>
    call(previewReminders, { path, body: { instIds: [...instIds], skipsRecent, words: '', ...about } }),
  )
  const sending = useAction(
    ({ instIds, skipsRecent, words }: Asked & { words: string }, id) =>
      call(sendReminders, { path, body: { id, instIds: [...instIds], skipsRecent, words, ...about } }),
    {
      onDone: (_, { sent, people }) => {
        notify({
          tone: 'good',
          title: t(rule === undefined ? 'reminders.sent' : 'reminders.lettersSent', { count: sent, people }),
        })
        previewing.dismiss()
        onSent()
      },
    },
  )
  const asked = previewing.action
  return {
    asked,
    preview: previewing.output,
    problem: previewing.problem,
    open: instIds => previewing.run({ instIds, skipsRecent: true }),
    skipRecent: skipsRecent => asked && previewing.run({ ...asked, skipsRecent }),
    send: words => asked && sending.run({ ...asked, words }),
    sending: { isRunning: sending.isRunning, problem: sending.problem },
    close: previewing.dismiss,
  }
}
