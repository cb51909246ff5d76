import type { SnapshotFrom } from 'xstate'
import { faultsIn } from '../../../domain/ruleConfiguration.ts'
import type { Message } from '../../../messages/message.ts'
import type { RuleEditorMachine } from './machine.ts'
import { isTouched } from './touched.ts'

export type RuleEditorSnapshot = SnapshotFrom<RuleEditorMachine>

/** What is wrong with the fields that were left, by their ids. */
export const selectFaults = ({ context }: RuleEditorSnapshot): Readonly<Record<string, Message>> => {
  const faults = faultsIn(context.fields, context.entered)
  return Object.fromEntries(Object.entries(faults).filter(([id]) => context.left.includes(id)))
}

/** Whether the server is asked. */
export const selectIsSaving = (snapshot: RuleEditorSnapshot): boolean => snapshot.hasTag('busy')

/** Whether what was entered can be saved now. */
export const selectCanSave = (snapshot: RuleEditorSnapshot): boolean => snapshot.can({ type: 'SAVE' })

/** Whether anything else than what is stored is entered. */
export const selectIsTouched = ({ context }: RuleEditorSnapshot): boolean => isTouched(context)
