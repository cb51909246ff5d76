import { problem } from '../../domain/problem.ts'
import type { EditorField, Entered } from '../../domain/ruleConfiguration.ts'
import { metadataEditorMachine } from '../../machines/metadata-editor/index.ts'
import { err, ok } from '../../machines/support/index.ts'
import { toleranceEditorMachine } from '../../machines/tolerance-editor/index.ts'
import type { ModelSpec } from '../modelOf.ts'

interface Scene {
  field: EditorField
  stored: string
  /** Another value that is valid, and one that is not. */
  other: string
  wrong: string
}

const input = ({ field, stored }: Scene) => ({ fields: [field], stored: { [field.id]: stored } as Entered })

const shared = (scene: Scene) => {
  const { field, stored, other, wrong } = scene
  return {
    samples: {
      ENTER: [stored, other, wrong].map(text => ({
        type: 'ENTER' as const,
        entered: { [field.id]: text },
      })),
      LEAVE: [{ type: 'LEAVE' as const, fields: [field.id] }],
      SAVE: [{ type: 'SAVE' as const }],
      CANCEL: [{ type: 'CANCEL' as const }],
      STORED: [stored, other].map(text => ({ type: 'STORED' as const, stored: { [field.id]: text } })),
    },
    settles: {
      save: {
        outputs: [ok(undefined), err(problem('conflict', 'It is Available.'))],
        errors: [new Error('no answer')],
      },
    },
    inputs: { 'a rule of a Draft': input(scene) },
  }
}

const project: NonNullable<ModelSpec<typeof toleranceEditorMachine>['project']> = ({
  stored,
  entered,
  left,
  problem: why,
  isOvertaken,
}) => ({ stored, entered, left, why: why?.kind, isOvertaken })

/** A tolerance of a number of records. */
export const toleranceScene: Scene = {
  field: { id: 'records', kind: 'count' },
  stored: '5',
  other: '8',
  wrong: '1.5',
}
/** The address of a rule's guidance. */
export const metadataScene: Scene = {
  field: { id: 'guidanceUrl', kind: 'address' },
  stored: 'https://agency.example/1',
  other: 'https://agency.example/2',
  wrong: 'javascript:alert(1)',
}

export const toleranceEditorSpec: ModelSpec<typeof toleranceEditorMachine> = {
  machine: toleranceEditorMachine,
  ...shared(toleranceScene),
  project,
}

export const metadataEditorSpec: ModelSpec<typeof metadataEditorMachine> = {
  machine: metadataEditorMachine,
  ...shared(metadataScene),
  project,
}
