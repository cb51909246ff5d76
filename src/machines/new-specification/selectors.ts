import type { SnapshotFrom } from 'xstate'
import { type Message, message } from '../../messages/message.ts'
import type { NewSpecificationMachine } from './machine.ts'
import type { Chosen } from './types.ts'

export type NewSpecificationSnapshot = SnapshotFrom<NewSpecificationMachine>

/** Whether the server is asked. */
export const selectIsBusy = (snapshot: NewSpecificationSnapshot): boolean => snapshot.hasTag('busy')

/** Whether the specification is made, and its configuration is shown. */
export const selectIsConfiguring = (snapshot: NewSpecificationSnapshot): boolean =>
  snapshot.hasTag('configuring')

/** What is not chosen, once the person has asked for the specification (specification 1 §5). */
export const selectMissing = ({
  context: { chosen, isSubmitAttempted },
}: NewSpecificationSnapshot): Partial<Record<keyof Chosen, Message>> =>
  isSubmitAttempted
    ? {
        ...(chosen.schemaId === null && { schemaId: message('specification', 'choose.schema') }),
        ...(chosen.rulesetId === null && { rulesetId: message('specification', 'choose.ruleset') }),
        ...(chosen.increment === null && { increment: message('specification', 'choose.increment') }),
      }
    : {}
