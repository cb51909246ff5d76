import { Readable } from 'node:stream'
import { NoSuchKey, NotFound, type PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { attempts } from '../limits.ts'
import { usualPausesMs, WrongAnswerError } from './believing.ts'

export const isMissing = (error: unknown): boolean => error instanceof NotFound || error instanceof NoSuchKey

/** A fault of a call that names no object. "Missing" is then no answer to it. */
export const neverMissing = (error: unknown): never => {
  throw isMissing(error)
    ? new WrongAnswerError('The store says that an object is missing that it was not asked for.', {
        cause: error,
      })
    : error
}

/** Names of S3's refusals of a put whose bytes differ from what was signed: they were damaged on the way. */
const digestRefusals: ReadonlySet<string> = new Set([
  'BadDigest',
  'IncompleteBody',
  'InvalidDigest',
  'SignatureDoesNotMatch',
  'XAmzContentChecksumMismatch',
  'XAmzContentSHA256Mismatch',
])

/** Whether S3 refused a put because its bytes were damaged on the way. */
export const isDamagedOnTheWay = (error: unknown): error is Error =>
  error instanceof Error && digestRefusals.has(error.name)

/**
 * Signs the hash of the body with a put, so that the store compares it, even a store that ignores checksums. By default the client signs a
 * stream as "UNSIGNED-PAYLOAD". A bit that is flipped when it is written, and again when it is read back, would then go unnoticed.
 */
export const signBodyOf = (command: PutObjectCommand, sha256: string): void =>
  command.middlewareStack.add(
    next => args => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-content-sha256'] = sha256
      return next(args)
    },
    { step: 'build', name: 'signBodyOf' },
  )

/** Time limits for silence of the store, in ms. A whole transfer has none, because it may be gigabytes. */
export interface S3Limits {
  /** Until the connection is open. */
  connectionMs: number
  /** Until the answer to a request without a file begins. */
  answerMs: number
  /** Between two pieces of a transfer. */
  silenceMs: number
  /** During a copy inside the store: some stores send nothing before its end. */
  copyMs: number
  /** Before each further attempt at a call whose answer is not credible. */
  pausesMs: readonly number[]
}

export const usualLimits: S3Limits = {
  connectionMs: 5000,
  answerMs: 15_000,
  silenceMs: 60_000,
  copyMs: 300_000,
  pausesMs: usualPausesMs,
}

/** The parts of an HTTP answer that are checked before the client reads it. */
interface Answer {
  statusCode: number
  headers: Record<string, string>
  body?: unknown
}
const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'statusCode' in value && 'headers' in value

/**
 * Throws WrongAnswerError for an HTML page, which a proxy or a captive portal sends, and for a good status with a body that the client
 * cannot read. The client would accept either, as an empty list for example.
 */
const refuseUnreadable = (client: S3Client): S3Client => {
  client.middlewareStack.add(
    next => async args => {
      const result = await next(args).catch((error: Error & { $response?: unknown }) => {
        const { $response } = error
        if (!isAnswer($response) || $response.statusCode >= 300) throw error
        throw new WrongAnswerError('The answer of the store cannot be read.', { cause: error })
      })
      const { response } = result
      if (isAnswer(response) && /^text\/html/i.test(response.headers['content-type'] ?? '')) {
        if (response.body instanceof Readable) response.body.destroy()
        throw new WrongAnswerError('The store answered with a page of HTML.')
      }
      return result
    },
    { step: 'deserialize', name: 'refuseUnreadable', priority: 'high' },
  )
  return client
}

/** A client of the store that gives up after `socketTimeout` ms of silence and throws WrongAnswerError for what is no answer of S3. */
export const createS3Client = (
  { endpoint, region }: { endpoint: string; region: string },
  { connectionMs, socketTimeout }: { connectionMs: number; socketTimeout: number },
): S3Client =>
  refuseUnreadable(
    new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attempts.s3Requests,
      requestHandler: { connectionTimeout: connectionMs, socketTimeout, throwOnRequestTimeout: true },
    }),
  )
