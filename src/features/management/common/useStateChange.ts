import type { Result } from '../../../machines/support/index.ts'
import { useMessages } from '../../../messages/index.ts'
import { useDone } from '../../common/useDone.ts'

/** Something with a state, and the states that the server's chart lets the reader change it to. */
interface Stated {
  state: { id: number; name: string }
  availableStates: readonly { id: number }[]
}

/**
 * A change of state that can be taken back: the notice offers it where the answer still offers the former state, and nobody is asked
 * first about the new one.
 */
export const useStateChange = <Changed extends Stated>(
  name: string,
  change: (stateId: number) => Promise<Result<Changed>>,
  onChanged: (changed: Changed) => void,
  asksFirst: readonly number[] = [],
) => {
  const t = useMessages('management')
  const done = useDone()
  return async (former: number, stateId: number): Promise<Result<Changed>> => {
    const answer = await change(stateId)
    if (!answer.ok) return answer
    const { state, availableStates } = answer.value
    const isOffered = !asksFirst.includes(stateId) && availableStates.some(({ id }) => id === former)
    done(
      { title: t('state.changed', { name, state: state.name }) },
      isOffered ? { call: () => change(former), onDone: onChanged } : undefined,
    )
    return answer
  }
}
