import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '../../src/domain/limits.ts'
import { ProblemError, problem } from '../../src/domain/problem.ts'
import { message } from '../../src/messages/message.ts'
import type { Disk } from '../disk.ts'
import { isDiskFault } from '../disk.ts'
import { noRoom, storeUnavailable } from './acceptance.ts'
import { type PartUploads, sizeOfPart } from './partUploads.ts'
import { verifyPartPolicy } from './postPolicy.ts'

const fieldProblem = (field: string): ProblemError =>
  new ProblemError(
    problem('invalid', message('problems', 'partUnnamed'), [
      { field, message: message('server', 'field.invalid') },
    ]),
  )

/** The fields of a form, and its file, which they stand before. */
const readForm = async (
  request: FastifyRequest,
): Promise<{ fields: Map<string, string>; file: MultipartFile | undefined }> => {
  const fields = new Map<string, string>()
  for await (const part of request.parts()) {
    if (part.type !== 'field') return { fields, file: part }
    fields.set(part.fieldname, String(part.value))
  }
  return { fields, file: undefined }
}

/**
 * The address for parts of files, of either store, answered 204. A part is posted as a whole file is, with its signed fields
 * first, and says which part it is and its SHA-256.
 */
export const partRoute =
  (options: {
    secret: Uint8Array
    clock: { now: () => Date }
    partUploads: PartUploads
    disk: Pick<Disk, 'setAside'>
  }) =>
  async (app: FastifyInstance): Promise<void> => {
    const { secret, clock, partUploads, disk } = options
    await app.register(multipart, {
      limits: { fields: 10, fieldSize: 8192, files: 1, parts: 12, fileSize: limits.uploadPartBytes + 1 },
      throwFileSizeLimit: false,
    })

    // A signature says that somebody was allowed the address, not who uses it.
    app.post('/part', { config: { limit: 'anonymous', body: 'file' } }, async (request, reply) => {
      reply.header('connection', 'close')
      const { fields, file } = await readForm(request)
      const policy = verifyPartPolicy(secret, fields, clock.now())
      const number = Number(fields.get('number'))
      const sha256 = fields.get('sha256') ?? ''
      const size = Number.isInteger(number) ? sizeOfPart(policy, number) : undefined
      if (size === undefined) throw fieldProblem('number')
      if (!/^[0-9a-f]{64}$/.test(sha256)) throw fieldProblem('sha256')
      if (!file) throw fieldProblem('file')
      const space = await disk.setAside(size)
      if (!space) throw new ProblemError(noRoom)
      const [instId = '', submissionId = ''] = policy.key.split('/')
      await partUploads
        .keep({ instId, submissionId }, { number, sha256, bytes: size }, file.file)
        .catch(error => {
          throw isDiskFault(error) ? new ProblemError(storeUnavailable, { cause: error }) : error
        })
        .finally(space.giveBack)
      return reply.code(204).send()
    })
  }
