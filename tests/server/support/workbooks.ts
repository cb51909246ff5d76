import { readXlsx } from 'hucre'
import { expect } from 'vitest'
import type { WorkbookList, WorkbookStatus } from '../../../src/domain/wire/workbooks.ts'
import type { ProcessingServer } from './processingServer.ts'

/** Which workbook, of live files or of online validation. */
export interface WorkbookRequest {
  submissionUuid: string
  field?: string
  isOvt?: boolean
}

const pathOf = ({ isOvt }: WorkbookRequest): string => `/files/${isOvt ? 'ovt/' : ''}workbooks`
const bodyOf = ({ submissionUuid, field }: WorkbookRequest) => ({
  submissionUuid,
  ...(field === undefined ? {} : { field }),
})

/** Asks for a workbook and waits until it is made or given up; the answer of a refusal. */
export const workbookMade = async (
  server: ProcessingServer,
  user: string,
  request: WorkbookRequest,
): Promise<{ status: number; body: WorkbookStatus }> => {
  const path = pathOf(request)
  const response = await server.call<WorkbookStatus>(user, 'POST', path, { body: bodyOf(request) })
  if (response.status !== 200) return response
  const current = async (): Promise<WorkbookStatus | undefined> => {
    const { body } = await server.call<WorkbookList>(
      user,
      'GET',
      `${path}?submissionUuid=${request.submissionUuid}`,
    )
    return body.workbooks.find(({ field }) => field === (request.field ?? null))
  }
  await expect.poll(async () => (await current())?.state, { timeout: 30_000 }).toMatch(/ready|failed/)
  const body = await current()
  return { status: 200, body: body ?? response.body }
}

/** The bytes of a workbook that is ready. */
export const workbookBytes = async (
  server: ProcessingServer,
  user: string,
  request: WorkbookRequest,
): Promise<Buffer> => {
  const { status, body } = await server.call<{ url: string }>(user, 'POST', `${pathOf(request)}/download`, {
    body: bodyOf(request),
  })
  expect(status).toBe(200)
  return Buffer.from(await (await fetch(new URL(body.url, server.origin))).arrayBuffer())
}

/** The rows of a workbook by sheet. */
export const sheetsIn = async (bytes: Uint8Array) =>
  new Map((await readXlsx(bytes)).sheets.map(({ name, rows }) => [name, rows]))
