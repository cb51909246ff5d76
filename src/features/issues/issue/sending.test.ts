import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { limits } from '../../../domain/limits.ts'
import { ProblemError } from '../../../domain/problem.ts'
import type { IssueWire } from '../../../domain/wire/issues.ts'
import { ok } from '../../../machines/support/index.ts'
import { inEnglish } from '../../../model/everyMessage.ts'
import { createSending, fields } from './sending.ts'

const issue = { id: 'i' } as IssueWire

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Explains an issue with these files; gives the bodies of the calls, or why nothing was sent. */
const explainWith = async (files: readonly File[]) => {
  const call = vi.fn(async (_: unknown, { body }: { body: { fileName?: string } }) =>
    ok(body.fileName === undefined ? issue : { attachmentId: `id of ${body.fileName}`, url: '', fields: {} }),
  )
  const post = vi.fn(async () => ok(null))
  const entered = new FormData()
  entered.set(fields.text, ' See there. ')
  for (const file of files) entered.append(fields.files, file)
  const send = createSending({ call, post } as unknown as Parameters<typeof createSending>[0])
  try {
    await send(issue, {
      action: 'EXPLAIN',
      awaits: undefined,
      resolution: 'KNOWN_ISSUE',
      assignee: undefined,
      entered,
    })
    return call.mock.calls.map(([, { body }]) => body)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(call).not.toHaveBeenCalled()
    const { reason } = error.problem
    return typeof reason === 'string' ? reason : inEnglish(reason)
  }
}

it('sends the files before the text that names them', async () => {
  expect(await explainWith([new File(['12'], 'a.txt'), new File(['3'], 'b.txt')])).toEqual([
    { fileName: 'a.txt', fileSize: 2, fileHash: sha256('12') },
    { fileName: 'b.txt', fileSize: 1, fileHash: sha256('3') },
    { text: 'See there.', attachments: ['id of a.txt', 'id of b.txt'] },
  ])
})

it('takes the nameless file of a field without any for none', async () => {
  expect(await explainWith([new File([], '')])).toEqual([{ text: 'See there.', attachments: [] }])
})

it.each([
  [
    'empty',
    [new File(['1'], 'a.txt'), new File([], 'empty.txt')],
    'empty.txt is empty. Choose another file.',
  ],
  [
    'too large',
    [new File([new Uint8Array(limits.issueAttachmentBytes + 1)], 'large.pdf')],
    'large.pdf is larger than 5.2 MB. Choose a smaller file.',
  ],
  [
    'one of more than ten',
    Array.from({ length: 11 }, (_, at) => new File(['x'], `${at}.txt`)),
    'You have chosen 11 files. You can send at most 10 with one text.',
  ],
])('sends nothing where a file is %s, and says why', async (_, files, reason) => {
  expect(await explainWith(files)).toBe(reason)
})
