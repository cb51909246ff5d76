import { shownFileName } from '../../../domain/fileName.ts'
import { type Problem, ProblemError, problem } from '../../../domain/problem.ts'
import { sha256Of } from '../../../domain/sha256.ts'
import { signedFormFault, signedFormRefusal } from '../../../domain/signedForm.ts'
import type { StatusName } from '../../../domain/status.ts'
import type { ResponseOf } from '../../../domain/wire/call.ts'
import {
  downloadSignedForm,
  getSignedForm,
  postSignedForm,
  returnSignedForm,
} from '../../../domain/wire/signedForms.ts'
import { useAction, useResource, useServices, useViewer } from '../../../hooks/index.ts'
import type { Facts } from '../../../machines/submission-lifecycle/index.ts'
import { type Message, useMessages } from '../../../messages/index.ts'
import { message } from '../../../messages/message.ts'
import { notify } from '../../../ui/index.ts'
import type { Loaded } from '../../common/Loaded.tsx'

/** The field of the form in which the file is chosen. */
export const fileField = 'file'

type SignedFormAnswer = ResponseOf<typeof getSignedForm>

/** The signed copy of the sign-off form, and its returning. */
export interface SignedFormHandle {
  form: Loaded<SignedFormAnswer>
  /** Whether the viewer may ever return one; others read it. */
  isSigner: boolean
  /** Why none can be returned now. */
  refusal: Message | undefined
  send: (entered: FormData) => void
  isSending: boolean
  /** Why the last one was not returned. */
  problem: Problem | undefined
  /** Downloads one of the returned forms. */
  download: (formId: string) => void
  isDownloading: boolean
  downloadProblem: Problem | undefined
  /** Puts what the server has answered in the place of what is shown. */
  replace: (answer: SignedFormAnswer) => void
}

const chosenIn = (entered: FormData): File => {
  const file = entered.get(fileField)
  if (file instanceof File && file.name !== '') return file
  throw new ProblemError(problem('invalid', message('submissions.sign-off', 'form.choose')))
}

/** The signed copy of the form of a submission; asked for by those who may read it. */
export const useSignedForm = (
  submissionId: string,
  status: StatusName,
  facts: Facts,
): SignedFormHandle | undefined => {
  const t = useMessages('submissions.sign-off')
  const { principal, may } = useViewer()
  const { call, download, postFile } = useServices()
  const path = { uuid: submissionId }
  const mayRead = may('collections.sign-off-form')
  const form = useResource(getSignedForm, mayRead ? { path } : undefined, {
    // Whether the form is signed in the portal is the collection's to say.
    refreshOn: liveMessage =>
      liveMessage.type === 'COLLECTION' ||
      (liveMessage.type === 'SIGNED_FORM' && liveMessage.submissionId === submissionId),
  })
  const returning = useAction(
    async (entered: FormData) => {
      const file = chosenIn(entered)
      const named = { fileName: file.name, fileSize: file.size }
      const fault = signedFormFault(named)
      if (fault) throw new ProblemError(problem('invalid', fault))
      const signed = await call(postSignedForm, { path, body: { ...named, fileHash: await sha256Of(file) } })
      if (!signed.ok) return signed
      const { formId, ...post } = signed.value
      const posted = await postFile(file, post)
      return posted.ok ? call(returnSignedForm, { path, body: { formId } }) : posted
    },
    {
      onDone: (_, answer) => {
        form.replace(answer)
        const { signedForm } = answer
        if (signedForm)
          notify({ tone: 'good', title: t('form.done'), text: shownFileName(signedForm.fileName) })
      },
    },
  )
  const saving = useAction((formId: string) => call(downloadSignedForm, { path, query: { formId } }), {
    onDone: (_, { url }) => download(url),
  })
  if (!mayRead) return undefined
  const refusal = signedFormRefusal(principal, status, facts)
  return {
    form,
    isSigner: refusal?.kind !== 'forbidden',
    refusal: refusal?.reason,
    send: returning.run,
    isSending: returning.isRunning,
    problem: returning.problem,
    download: saving.run,
    isDownloading: saving.isRunning,
    downloadProblem: saving.problem,
    replace: form.replace,
  }
}
