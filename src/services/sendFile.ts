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

/** Posts in all of a file that is damaged on its way. */
const mostPosts = 3

/** What was answered to a post, by the store or by what stands in front of it. */
interface Answer {
  status: number
  text: string
}

const isGood = ({ status }: Answer): boolean => status >= 200 && status < 300

/** A page, as a captive portal answers with: nothing was stored, whatever its status says. */
const isPage = ({ text }: Answer): boolean => /^\s*<(?:!doctype html|html)/i.test(text)

/** Whether the file has not arrived as it was sent, so that the same form may be sent again: in the words of S3, or of our server. */
const isDamaged = (answer: Answer): boolean =>
  (isGood(answer) && isPage(answer)) ||
  /<Code>(?:BadDigest|IncompleteBody|InvalidDigest|XAmzContentChecksumMismatch)<\/Code>/.test(answer.text) ||
  z.safeParse(problemDocument, parseJson(answer.text)).data?.reason?.code === 'fileDamaged'

const sendingBroke = (): ProblemError =>
  new ProblemError(problem('network', message('problems', 'sendingBroke')))

/**
 * Posts a file to the object store as a form, its signed fields first. Success is 200 to 299 (specification 2 §9). What was damaged
 * on its way is sent again: that is no fault of the file.
 */
export const sendFile = async (
  file: File,
  post: SignedPost,
  options: { report: (progress: UploadProgress) => void; signal: AbortSignal; now: () => number },
): Promise<Result<null>> => {
  let answer = await postOnce(file, post, options)
  for (let posts = 1; posts < mostPosts && isDamaged(answer); posts += 1) {
    options.signal.throwIfAborted()
    answer = await postOnce(file, post, options)
  }
  if (isGood(answer)) {
    if (isPage(answer)) throw sendingBroke()
    return ok(null)
  }
  const refusal = refusalOf(answer.status, answer.text)
  if (answer.status >= 500) throw new ProblemError(refusal)
  return err(refusal)
}

/** One post of the form. Uses XMLHttpRequest: fetch reports no progress of what is sent. */
const postOnce = (
  file: File,
  post: SignedPost,
  options: { report: (progress: UploadProgress) => void; signal: AbortSignal; now: () => number },
): Promise<Answer> =>
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
    const lost = () => reject(sendingBroke())
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', lost)
    request.addEventListener('timeout', lost)
    request.addEventListener('abort', () => reject(signal.reason))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('POST', post.url)
    request.send(form)
  })
