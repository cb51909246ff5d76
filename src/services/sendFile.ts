import * as z from 'zod/mini'
import { kindOfStatus, ProblemError, problem } from '../domain/problem.ts'
import { problemDocument } from '../domain/wire/common.ts'
import { err, ok, type Result } from '../machines/support/index.ts'
import type { SignedPost, UploadProgress } from '../machines/upload/index.ts'
import { message } from '../messages/message.ts'

/** Span over which the speed is measured. */
const speedWindowMs = 4000

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why the store refused the post: its own problem document, or its status. */
const refusalOf = (status: number, text: string) => {
  const parsed = z.safeParse(problemDocument, parseJson(text))
  return problem(
    kindOfStatus(status),
    parsed.success
      ? (parsed.data.detail ?? parsed.data.title)
      : message('problems', 'storeAnswered', { status: String(status) }),
  )
}

/**
 * Posts a file to the object store as a form, its signed fields first. Success is 200 to 299 (specification 2 §9). Uses
 * XMLHttpRequest: fetch reports no progress of what is sent.
 */
export const sendFile = (
  file: File,
  post: SignedPost,
  options: { report: (progress: UploadProgress) => void; signal: AbortSignal; now: () => number },
): Promise<Result<null>> =>
  new Promise((resolve, reject) => {
    const { report, signal, now } = options
    const form = new FormData()
    for (const [name, value] of Object.entries(post.fields)) form.append(name, value)
    form.append('file', file)

    const request = new XMLHttpRequest()
    const samples = [{ at: now(), sent: 0 }]
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      // The form around the file counts too; what is shown is the file.
      const sent = Math.round(total === 0 ? 0 : (loaded / total) * file.size)
      const at = now()
      samples.push({ at, sent })
      while (samples.length > 2 && at - (samples[0]?.at ?? at) > speedWindowMs) samples.shift()
      const first = samples[0]
      const seconds = first ? (at - first.at) / 1000 : 0
      report({
        sent,
        total: file.size,
        bytesPerSecond: first && seconds > 0 ? (sent - first.sent) / seconds : 0,
      })
    })
    const lost = () => reject(new ProblemError(problem('network', message('problems', 'sendingBroke'))))
    request.addEventListener('load', () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve(ok(null))
      else if (status >= 500) reject(new ProblemError(refusalOf(status, responseText)))
      else resolve(err(refusalOf(status, responseText)))
    })
    request.addEventListener('error', lost)
    request.addEventListener('timeout', lost)
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', post.url)
    request.send(form)
  })
