import type { IssueSubject } from '../../../domain/issue.ts'
import { noteRefusal } from '../../../domain/note.ts'
import type { Problem } from '../../../domain/problem.ts'
import { listNotes, type NoteWire, writeNote } from '../../../domain/wire/notes.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { type Message, useMessages } from '../../../messages/index.ts'
import { type Loaded, mapLoaded } from '../../common/Loaded.tsx'
import { useDone } from '../../common/useDone.ts'
import type { SubmissionPageContext } from './page.ts'

type Of = Pick<SubmissionPageContext, 'address' | 'facts' | 'mode'>

/** The notes of the provider; online validation, which nobody approves, has none. */
export const useNotes = ({ address, mode }: Omit<Of, 'facts'>) => {
  const { submissionId } = address
  return useResource(listNotes, mode === 'live' ? { path: { uuid: submissionId } } : undefined, {
    refreshOn: message => message.type === 'NOTE' && message.submissionId === submissionId,
  })
}

/** A note to write, and what it was before. */
interface Written {
  text: string
  before: string
}

/** The note of one rule or report, and its writing. */
export interface NoteHandle {
  note: Loaded<NoteWire | undefined>
  /** Whether the viewer may ever write it; others read it. */
  isWriter: boolean
  /** Why it cannot be written now. */
  refusal: Message | undefined
  write: (text: string) => void
  isWriting: boolean
  problem: Problem | undefined
}

/** The note of a rule or report of the submission; undefined for online validation. */
export const useNote = (of: Of, subject: IssueSubject, code: string): NoteHandle | undefined => {
  const t = useMessages('submissions.notes')
  const { principal } = useViewer()
  const { call } = useServices()
  const done = useDone()
  const notes = useNotes(of)
  const refusal = of.facts && noteRefusal(principal, of.facts)
  const write = (text: string) =>
    call(writeNote, { path: { uuid: of.address.submissionId }, body: { subject, code, text } })
  const writing = useAction(({ text }: Written) => write(text), {
    onDone: ({ text, before }, answer) => {
      notes.replace(answer)
      done(
        { title: text.trim() === '' ? t('removed') : t('saved'), text: code },
        refusal ? undefined : { call: () => write(before), onDone: notes.replace },
      )
    },
  })
  if (of.mode !== 'live') return undefined
  const note = mapLoaded(notes, ({ notes: all }) =>
    all.find(one => one.subject === subject && one.code === code),
  )
  return {
    note,
    isWriter: of.facts !== undefined && refusal?.kind !== 'forbidden',
    refusal: refusal?.reason,
    write: text => writing.run({ text, before: note.data?.text ?? '' }),
    isWriting: writing.isRunning,
    problem: writing.problem,
  }
}
