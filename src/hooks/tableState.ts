import { useActorRef } from '@xstate/react'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type {
  AddressOfTable,
  TableState,
  TableStateInput,
  TableStateMachine,
} from '../machines/table-state/index.ts'
import { attached } from './running/index.ts'

/**
 * The actor of a table's state, or of filters without a table. Sends the actor each address, and writes to the address what
 * the actor emits.
 */
export const useTableState = (
  machine: TableStateMachine,
  input: TableStateInput,
  address: AddressOfTable,
  write: (state: TableState) => void,
): ActorRefFrom<TableStateMachine> => {
  const actor = useActorRef(machine, { ...attached, input })
  const tellAddress = useEffectEvent(write)
  // Before the actor starts, which writes at once what is remembered.
  useLayoutEffect(() => {
    const writing = actor.on('table.moved', ({ state }) => tellAddress(state))
    return () => writing.unsubscribe()
  }, [actor])
  const said = JSON.stringify(address)
  useEffect(() => {
    actor.send({ type: 'ADDRESS_CHANGED', ...(JSON.parse(said) as AddressOfTable) })
  }, [actor, said])
  return actor
}
