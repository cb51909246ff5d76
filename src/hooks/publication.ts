import { useActorRef, useSelector } from '@xstate/react'
import { fromPromise } from 'xstate'
import type { Problem } from '../domain/problem.ts'
import {
  hasRoom,
  type Picked,
  type PublishInput,
  type PublishOutput,
  publicationMachine,
  type Sample,
} from '../machines/publication/index.ts'
import { attached } from './running/index.ts'
import { useServicesContext } from './services.ts'

export interface PublicationHandle {
  file: Picked | undefined
  samples: readonly Sample[]
  hasRoom: boolean
  /** Whether it was asked for though nothing is picked. */
  isFileMissing: boolean
  isBusy: boolean
  /** What was published. */
  version: string | undefined
  problem: Problem | undefined
  pick: (file: File) => void
  addSample: (file: File, isAccepted: boolean) => void
  removeSample: (id: string) => void
  submit: () => void
}

/** What is sent: the file, and files beside it. */
export interface Publication {
  file: File
  samples: readonly { file: File; isAccepted: boolean }[]
}

/** A schema or a ruleset that is published, kept by an actor of its chart; the files stay in the browser until then. */
export const usePublication = (
  mostSamples: number,
  publish: (publication: Publication) => Promise<PublishOutput>,
): PublicationHandle => {
  const { files } = useServicesContext()
  const actor = useActorRef(
    publicationMachine.provide({
      actors: {
        publish: fromPromise<PublishOutput, PublishInput>(({ input }) =>
          publish({
            file: files.get(input.fileId),
            samples: input.samples.map(({ id, isAccepted }) => ({ file: files.get(id), isAccepted })),
          }),
        ),
      },
    }),
    { ...attached, input: { mostSamples } },
  )
  const snapshot = useSelector(actor, current => current)
  const { file, samples, isSubmitAttempted, version, problem } = snapshot.context
  return {
    file,
    samples,
    version,
    problem,
    hasRoom: hasRoom(snapshot.context),
    isFileMissing: isSubmitAttempted && file === undefined,
    isBusy: snapshot.hasTag('busy'),
    pick: picked => actor.send({ type: 'PICK', file: files.add(picked) }),
    addSample: (picked, isAccepted) =>
      actor.send({ type: 'ADD_SAMPLE', sample: { ...files.add(picked), isAccepted } }),
    removeSample: id => actor.send({ type: 'REMOVE_SAMPLE', id }),
    submit: () => actor.send({ type: 'SUBMIT' }),
  }
}
