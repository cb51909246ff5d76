import { toProblem } from '../../domain/problem.ts'
import { err, type Result } from '../../machines/support/result.ts'
import { useMessages, useText } from '../../messages/index.ts'
import { notify } from '../../ui/index.ts'

/** The act that takes another back. */
export interface Undo<Answer> {
  call: () => Promise<Result<Answer>>
  onDone: (answer: Answer) => void
}

/**
 * Tells that an act is done. With `undo`, which only a chart's answer can offer, the notice takes the act back, also when the page of
 * the act is gone.
 */
export const useDone = () => {
  const t = useMessages('common')
  const text = useText()
  return <Answer>(done: { title: string; text?: string }, undo?: Undo<Answer>): void => {
    const takeBack = async ({ call, onDone }: Undo<Answer>): Promise<void> => {
      const answer = await call().catch((error: unknown) => err<Answer>(toProblem(error)))
      if (answer.ok) {
        onDone(answer.value)
        notify({ tone: 'neutral', title: t('undo.done'), text: done.title })
      } else notify({ tone: 'failed', title: t('undo.failed'), text: text(answer.problem.reason) })
    }
    notify({ tone: 'good', ...done, ...(undo && { onUndo: () => void takeBack(undo) }) })
  }
}
