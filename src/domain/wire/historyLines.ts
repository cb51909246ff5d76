import * as z from 'zod/mini'
import { type Message, message } from '../../messages/message.ts'
import { type LifecycleEntry, lifecycleEntry } from './inspection.ts'

/** A history as JSON lines, one event each: what `readHistory` takes back. */
export const historyLines = (events: readonly LifecycleEntry[]): string =>
  events.map(event => `${JSON.stringify(event)}\n`).join('')

export type ReadHistory =
  | { ok: true; events: LifecycleEntry[] }
  | { ok: false; line: number; reason: Message }

const reasonOf = (error: z.core.$ZodError): Message => {
  const field = error.issues[0]?.path.join('.') ?? ''
  return field === ''
    ? message('problems', 'historyLine.form')
    : message('problems', 'historyLine.field', { field })
}

/** Reads exported JSON lines; the first line that is no event is named. */
export const readHistory = (text: string): ReadHistory => {
  const events: LifecycleEntry[] = []
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return { ok: false, line: index + 1, reason: message('problems', 'historyLine.notJson') }
    }
    const parsed = z.safeParse(lifecycleEntry, value)
    if (!parsed.success) return { ok: false, line: index + 1, reason: reasonOf(parsed.error) }
    events.push(parsed.data)
  }
  return { ok: true, events }
}
