import { bySystem, type Decided, decide } from './deciding.ts'
import { forget, type Model, type Step, statusWords, submissionWords } from './model.ts'
import { copyOf, type Slot, type State } from './state.ts'

/** A report of the store, or the end of a deadline: the chart decides. */
const report = (
  state: State,
  slot: Slot,
  name: Step['name'],
  words: string,
  run: (draft: State, decided: Decided) => boolean,
): Step[] => {
  const draft = copyOf(state)
  const decided: Decided = []
  if (!run(draft, decided)) return []
  const to = forget(draft)
  return [
    {
      name,
      to,
      decided,
      words: () => `${words} (${submissionWords(slot)}) → ${statusWords(to, slot)}`,
    },
  ]
}

/** What happens to the upload of a submission in the object store. */
const uploadSteps = (model: Model, state: State, slot: Slot): Step[] => {
  const submission = state.submissions[slot]
  if (!submission) return []
  const isUploading = submission.status === 'UPLOADING'
  if (submission.file === 'none' && isUploading) {
    const to = copyOf(state)
    to.submissions[slot]!.file = 'arrived'
    const words = () => `The file arrives in the store (${submissionWords(slot)})`
    const fails = (type: 'UPLOAD_FAILED' | 'UPLOAD_EXPIRED', name: Step['name'], said: string) =>
      report(state, slot, name, said, (draft, decided) => decide(model, draft, slot, bySystem(type), decided))
    return [
      { name: 'fileArrives', to, decided: [], words },
      ...fails('UPLOAD_FAILED', 'uploadFails', 'The store reports a failed upload'),
      ...(submission.hasTimer
        ? fails('UPLOAD_EXPIRED', 'uploadExpires', 'The signed post expires, and no file has come')
        : []),
    ]
  }
  // Reported as often as the store, a deadline or a restart likes: a doubled report is one more.
  if (submission.file === 'none') return []
  return report(state, slot, 'fileIsReported', 'The stored file is reported', (draft, decided) => {
    if (decide(model, draft, slot, bySystem('FILE_STORED'), decided)) return true
    return isUploading && decide(model, draft, slot, bySystem('UPLOAD_FAILED'), decided)
  })
}

/** What the object store does, and the deadlines of uploads. */
export const storeSteps = (model: Model, state: State): Step[] =>
  state.submissions.flatMap((_, slot) => uploadSteps(model, state, slot))
