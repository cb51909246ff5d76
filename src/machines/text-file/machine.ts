import { assertEvent, assign, fromPromise, setup } from 'xstate'
import type { PickedTextFile, ReadTextInput, TextFileContext, TextFileEvent } from './types.ts'

/** Bytes. More text than a person looks at; reading it would only hold the page up. */
export const longestText = 10_000_000

const fileOf = ({ event }: { event: { file: PickedTextFile } }): PickedTextFile => event.file

/** A file that the user opens to look at; it stays in the browser and is forgotten with the screen. */
export const textFileMachine = setup({
  types: { context: {} as TextFileContext, events: {} as TextFileEvent },
  actors: {
    readText: fromPromise<string, ReadTextInput>(({ input }) => input.file.text()),
  },
  guards: { isTooLarge: (_, { size }: PickedTextFile) => size > longestText },
  actions: {
    keepName: assign((_, { name }: PickedTextFile) => ({ name, text: '' })),
    keepText: assign((_, text: string) => ({ text })),
    forget: assign({ name: '', text: '' }),
  },
}).createMachine({
  id: 'textFile',
  description: 'A file that is looked at without being sent anywhere.',
  context: { name: '', text: '' },
  initial: 'closed',
  options: { maxIterations: 1000 },
  on: {
    OPEN: [
      {
        guard: { type: 'isTooLarge', params: fileOf },
        target: '.tooLarge',
        actions: { type: 'keepName', params: fileOf },
      },
      { target: '.reading', actions: { type: 'keepName', params: fileOf } },
    ],
    CLOSE: { target: '.closed', actions: 'forget' },
  },
  states: {
    closed: { description: 'No file is looked at.' },
    reading: {
      description: 'The file is being read.',
      invoke: {
        id: 'readText',
        src: 'readText',
        // Not in the context: a file is a handle, and the inspector shows contexts.
        input: ({ event }) => {
          assertEvent(event, 'OPEN')
          return { file: event.file }
        },
        onDone: { target: 'opened', actions: { type: 'keepText', params: ({ event }) => event.output } },
        onError: { target: 'unreadable', description: 'It was removed or changed after it was picked.' },
      },
    },
    opened: { description: 'The text is in sight.' },
    tooLarge: { description: 'The file is larger than anybody reads.' },
    unreadable: { description: 'The file could not be read.' },
  },
})

export type TextFileMachine = typeof textFileMachine
