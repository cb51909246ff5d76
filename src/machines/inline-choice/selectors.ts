import type { SnapshotFrom } from 'xstate'
import type { InlineChoiceMachine } from './machine.ts'

export type InlineChoiceSnapshot = SnapshotFrom<InlineChoiceMachine>

/** Whether the options are shown. */
export const selectIsChoosing = (snapshot: InlineChoiceSnapshot): boolean => snapshot.hasTag('open')

/** Whether the person is asked if what was picked is meant. */
export const selectIsConfirming = (snapshot: InlineChoiceSnapshot): boolean => snapshot.hasTag('dialog')

/** Whether the server is asked. */
export const selectIsSaving = (snapshot: InlineChoiceSnapshot): boolean => snapshot.hasTag('busy')

/** Whether what is picked can be saved now. */
export const selectCanSave = (snapshot: InlineChoiceSnapshot): boolean => snapshot.can({ type: 'SAVE' })
