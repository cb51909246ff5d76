import { type PickedTextFile, textFileMachine } from '../../machines/text-file/index.ts'
import type { ModelSpec } from '../modelOf.ts'

/** A picked text file of so many bytes, whose text is its name. */
export const picked = (name: string, size = 10): PickedTextFile => ({ name, size, text: async () => name })

export const textFileSpec: ModelSpec<typeof textFileMachine> = {
  machine: textFileMachine,
  samples: {
    OPEN: [
      { type: 'OPEN', file: picked('history.json') },
      { type: 'OPEN', file: picked('large.json', 10_000_001) },
    ],
    CLOSE: [{ type: 'CLOSE' }],
  },
  settles: { readText: { outputs: ['{}'], errors: [new Error('gone')] } },
  project: ({ name, text }) => ({ name, text }),
  inputs: { 'a page': undefined },
}
