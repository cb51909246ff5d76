import { attachmentCountRefusal, attachmentRefusal } from '../../domain/issueAttachments.ts'
import { ProblemError, problem } from '../../domain/problem.ts'
import { sha256Of } from '../../domain/sha256.ts'
import type { ResponseOf } from '../../domain/wire/call.ts'
import type { attachToIssue } from '../../domain/wire/issues.ts'
import type { Services } from '../../hooks/index.ts'
import type { Result } from '../../machines/support/index.ts'

/** The files of a field of a form. */
export const filesOf = (entered: FormData, field: string): File[] =>
  // A field without any gives one of no name.
  entered
    .getAll(field)
    .filter((file): file is File => file instanceof File && (file.name !== '' || file.size > 0))

/** The attachments of a form. Throws an invalid problem that names the one that cannot be sent, before anything is. */
export const attachmentsIn = (entered: FormData, field: string): File[] => {
  const files = filesOf(entered, field)
  const refusal =
    attachmentCountRefusal(files.length) ??
    files
      .map(({ name, size }) => attachmentRefusal({ fileName: name, fileSize: size }))
      .find(reason => reason !== undefined)
  if (refusal) throw new ProblemError(problem('invalid', refusal))
  return files
}

/** Announces files one after the other and posts each; gives the ids under which they can be named. Throws what went wrong. */
export const sendFiles = async (
  files: readonly File[],
  announce: (file: {
    fileName: string
    fileSize: number
    fileHash: string
  }) => Promise<Result<ResponseOf<typeof attachToIssue>>>,
  post: Services['postFile'],
): Promise<string[]> => {
  const ids: string[] = []
  for (const file of files) {
    const announced = await announce({
      fileName: file.name,
      fileSize: file.size,
      fileHash: await sha256Of(file),
    })
    if (!announced.ok) throw new ProblemError(announced.problem)
    const { attachmentId, ...place } = announced.value
    const posted = await post(file, place)
    if (!posted.ok) throw new ProblemError(posted.problem)
    ids.push(attachmentId)
  }
  return ids
}
