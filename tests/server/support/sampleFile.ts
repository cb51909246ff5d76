import { type FaultKind, generateSample } from '../../../src/sample/index.ts'
import type { ProcessingServer } from './processingServer.ts'

/** A file of a provider with so many students, without faults or with those of a kind. */
export const sampleFile = (
  options: { provider?: string; students?: number; faults?: FaultKind } = {},
): Buffer =>
  Buffer.concat([
    ...generateSample({ provider: '0001', students: 60, faults: 'none', collection: '23056', ...options }),
  ])

interface SubmissionBody {
  uuid: string
  status: { code: string }
  failureReason: string | null
  studentCount: number | null
  fileHash: string
  errorFileExists: boolean
}

/** A submission as a user of its provider reads it. */
export const submissionOf = async (server: ProcessingServer, user: string, id: string) =>
  (await server.call<SubmissionBody>(user, 'GET', `/submissions/${id}`)).body

/** The names of what the store has of the analysis of a submission. */
export const analysisOf = async (server: ProcessingServer, id: string) =>
  (await server.storage.list('')).flatMap(key => {
    const [, submissionId, name = ''] = key.split('/')
    return submissionId === id && /\.(pack|json)$/.test(name) ? [name] : []
  })
