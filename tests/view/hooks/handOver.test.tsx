import { render, screen } from '@testing-library/react'
import { useActorRef, useSelector } from '@xstate/react'
import { StrictMode } from 'react'
import { expect, it } from 'vitest'
import { fromPromise } from 'xstate'
import {
  type CheckFileInput,
  type CheckFileOutput,
  uploadMachine,
} from '../../../src/machines/upload/index.ts'
import { parent } from '../../../src/model/parent.ts'
import { createUploadActors } from '../../../src/services/actors/upload.ts'
import type { Api } from '../../../src/services/api.ts'
import { createFileRegistry } from '../../../src/services/fileRegistry.ts'

it('takes a file that another page has handed over once, also where React starts its actor twice', () => {
  const files = createFileRegistry()
  const machine = uploadMachine.provide({
    actors: {
      ...createUploadActors({ api: {} as Api, files, now: () => 0, network: window }),
      checkFile: fromPromise<CheckFileOutput, CheckFileInput>(() => new Promise(() => undefined)),
    },
  })
  const handedOver = files.handOver([new File(['<a/>'], 'ashby.xml')])
  function Upload() {
    const actor = useActorRef(machine, {
      input: {
        parent,
        mode: 'live',
        collectionId: 'c',
        instId: '0001',
        facts: { blockedReason: undefined, maxBytes: undefined, atOnceBytes: undefined },
        handedOver,
      },
    })
    const { value, context } = useSelector(actor, snapshot => snapshot)
    return <p>{JSON.stringify([value, context.file?.name, context.sendAs !== undefined])}</p>
  }
  const draw = () =>
    render(
      <StrictMode>
        <Upload />
      </StrictMode>,
    )
  const page = draw()
  expect(screen.getByText('[{"picking":"checking"},"ashby.xml",true]')).toBeDefined()
  // Who comes back to this address finds nothing to send.
  page.unmount()
  draw()
  expect(screen.getByText('[{"picking":"choosing"},null,false]')).toBeDefined()
})
