import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { QualityReport, QualityRuleRow } from '../../../src/domain/wire/quality.ts'
import { generateSample } from '../../../src/sample/index.ts'
import type { ProcessingServer } from './processingServer.ts'

/** Uploads of one provider, one after another: a faulty file, one that mends it, and a larger one with faults again. */
export const uploads = { faulty: randomUUID(), mended: randomUUID(), again: randomUUID() }

/** Whether a rule is outside the tolerance of any of its regulators. */
export const isOutside = (row: QualityRuleRow): boolean =>
  [row, ...row.specialistRegulators].some(({ Status }) => Status === '1')
export const outside = ({ validations }: QualityReport) => validations.filter(isOutside)

/** The uploads, and the quality report beside earlier ones, on a server with a worker. */
export const qualityScene = (server: ProcessingServer) => {
  const upload = async (submissionId: string, students: number, faults: 'rules' | 'none'): Promise<void> => {
    const content = Buffer.concat([
      ...generateSample({ provider: '0001', students, faults, collection: '23056' }),
    ])
    await server.upload('ashby-submitter', { submissionId, instId: '0001', content })
    await server.reaches(submissionId, 'QUALITY_PROCESSING_COMPLETE')
    server.clock.forward(60_000)
  }
  const report = async (path: string, user = 'ashby-submitter'): Promise<QualityReport> => {
    const { body, status } = await server.call<QualityReport>(user, 'GET', `/submissions/${path}`)
    expect(status).toBe(200)
    return body
  }
  return {
    upload,
    uploadAll: async (): Promise<void> => {
      await upload(uploads.faulty, 60, 'rules')
      await upload(uploads.mended, 60, 'none')
      await upload(uploads.again, 90, 'rules')
    },
    report,
    /** The report beside the last upload before it. */
    last: (id: string, query = ''): Promise<QualityReport> =>
      report(`${id}/validations?limit=-1&against=last${query}`),
  }
}
