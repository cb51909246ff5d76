import { useActorRef } from '@xstate/react'
import { useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import type { ShownForm } from '../domain/formCheck.ts'
import { getSignedFormContent } from '../domain/wire/signedForms.ts'
import { relayMessages } from '../machines/live-feed/index.ts'
import { type LoadInput, type LoadOutput, resourceMachine } from '../machines/resource/index.ts'
import { inSight } from './inSight.ts'
import { useLiveFeed } from './live.ts'
import { type Resource, useAnswer, useQuestion } from './resource.ts'
import { useServicesContext } from './services.ts'
import { unlessAborted } from './unlessAborted.ts'

interface FormAsked {
  submissionId: string
  formId: string
}

/** A returned sign-off form, fetched, read and drawn. `undefined` waits. A returned form never changes. */
export const useFormFile = (asked: FormAsked | undefined): Resource<ShownForm> => {
  const { api, readPdf } = useServicesContext()
  const feed = useLiveFeed()
  const machine = useMemo(
    () =>
      resourceMachine<ShownForm, FormAsked>(getSignedFormContent.path).provide({
        guards: { isBehind: () => false, changes: () => false, isUnfinished: () => false },
        actors: {
          inSight,
          live: relayMessages(feed),
          load: fromPromise<LoadOutput<ShownForm>, LoadInput<FormAsked>>(async ({ input, signal }) => {
            const { submissionId: uuid, formId } = input.params
            const file = await unlessAborted(
              signal,
              api.blob(getSignedFormContent, { path: { uuid, formId }, signal }, 'application/pdf'),
            )
            return file.ok ? unlessAborted(signal, readPdf(file.value)) : file
          }),
        },
      }),
    [api, feed, readPdf],
  )
  const [spread] = useState(Math.random)
  const actor = useActorRef(machine, { input: { params: asked, everyMs: undefined, spread } })
  useQuestion(actor, asked)
  return useAnswer(actor)
}
