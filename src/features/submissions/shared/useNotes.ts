import type { IssueSubject } from '../../../domain/issue.ts'
import { noteRefusal } from '../../../domain/note.ts'
import type { Problem } from '../../../domain/problem.ts'
import { listNotes, type NoteWire, writeNote } from '../../../domain/wire/notes.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import { type Message, useMessages } from '../../../messages/index.ts'
import { notify } from '../../../ui/index.ts'
import { type Loaded, mapLoaded } from '../../common/Loaded.tsx'
import type { SubmissionPageContext } from './page.ts'

type Of = Pick<SubmissionPageContext, 'address' | 'facts' | 'mode'>

/** The notes of the provider; online validation, which nobody approves, has none. */
export const useNotes = ({ address, mode }: Omit<Of, 'facts'>) => {
  const { submissionId } = address
  return useResource(listNotes, mode === 'live' ? { path: { uuid: submissionId } } : undefined, {
    refreshOn: message => message.type === 'NOTE' && message.submissionId === submissionId,
  })
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
  const notes = useNotes(of)
  const writing = useAction(
    (text: string) =>
      call(writeNote, { path: { uuid: of.address.submissionId }, body: { subject, code, text } }),
    {
      onDone: (text, answer) => {
        notes.replace(answer)
        notify({ tone: 'good', title: text.trim() === '' ? t('removed') : t('saved'), text: code })
      },
    },
  )
  const refusal = of.facts && noteRefusal(principal, of.facts)
  if (of.mode !== 'live') return undefined
  return {
    note: mapLoaded(notes, ({ notes: all }) =>
      all.find(note => note.subject === subject && note.code === code),
    ),
    isWriter: of.facts !== undefined && refusal?.kind !== 'forbidden',
    refusal: refusal?.reason,
    write: writing.run,
    isWriting: writing.isRunning,
    problem: writing.problem,
  }
}
