import { useActorRef, useSelector } from '@xstate/react'
import { selectTable, selectTyped, tableDefaults, tableStateMachine } from '../machines/table-state/index.ts'
import { attached } from './running/index.ts'

const nothing = tableDefaults({})

/** A search without an address: the typed text, and the text to search for, which follows after a pause or at once. */
export const useTypedSearch = () => {
  const actor = useActorRef(tableStateMachine, {
    ...attached,
    input: { state: nothing, defaults: nothing, remembered: undefined },
  })
  const typed = useSelector(actor, selectTyped)
  const { search } = useSelector(actor, selectTable)
  return {
    typed,
    search,
    type: (text: string) => actor.send({ type: 'SEARCH_TYPED', text }),
    searchNow: () => actor.send({ type: 'SEARCHED', text: typed }),
  }
}
