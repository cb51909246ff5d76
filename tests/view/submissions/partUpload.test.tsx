import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { fileRefusalMessage } from '../../../src/domain/chosenFile.ts'
import { ProblemError, problem } from '../../../src/domain/problem.ts'
import {
  UnfinishedView,
  type UnfinishedViewProps,
} from '../../../src/features/submissions/upload/Unfinished.tsx'
import { ok } from '../../../src/machines/support/index.ts'
import { aWhile } from '../support/services.tsx'
import { partsOf, type Start, start } from './uploadStart.tsx'

const large = { id: 'f2', name: 'large.xml', size: 100_000_000 }

describe('Upload in parts', () => {
  const sendsLarge = async (given: Start) => {
    const view = start(given)
    view.actor.send({ type: 'FILES_CHOSEN', files: [large] })
    await view.reach({ picking: 'ready' })
    view.actor.send({ type: 'UPLOAD', submissionId: 's1' })
    return view
  }
  const partsAre = async ({ actor, redraw }: ReturnType<typeof start>, state: string, stored: number) => {
    await vi.waitUntil(() => {
      const parts = partsOf(actor.getSnapshot())
      return parts?.value === state && parts.context.stored.length === stored
    }, aWhile)
    redraw()
  }

  it('shows how far the whole file is, and that what has arrived stays', async () => {
    const view = await sendsLarge({
      sendPart: async ({ number, report }) => {
        if (number === 1) return ok(null)
        report({ sent: 10_000_000, total: 40_000_000, bytesPerSecond: 5_000_000 })
        return new Promise<never>(() => {})
      },
    })
    await partsAre(view, 'sending', 1)
    const bar = screen.getByRole('progressbar', { name: 'Uploading' })
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
    expect(screen.getByText('50.0 MB of 100.0 MB')).toBeTruthy()
    expect(screen.getByText('5.0 MB/s · about 10 s left')).toBeTruthy()
    expect(screen.getByText(/you can continue the upload later/)).toBeTruthy()
  })

  it('says that it waits for the connection, why, and goes on when it is told to', async () => {
    const view = await sendsLarge({
      sendPart: async ({ number }) => {
        if (number === 1) return ok(null)
        throw new ProblemError(problem('network', 'The connection was lost.'))
      },
    })
    await partsAre(view, 'waiting', 1)
    const banner = screen.getByRole('status')
    expect(banner.textContent).toContain('Waiting for the connection')
    expect(banner.textContent).toContain('The connection was lost.')
    expect(screen.getByText('40.0 MB of 100.0 MB')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
    expect(view.goOn).toHaveBeenCalledOnce()
  })
})

describe('an unfinished upload', () => {
  const unfinished = {
    fileName: 'large.xml',
    fileSize: 100_000_000,
    storedBytes: 40_000_000,
    lastStored: '2024-10-01T09:00:00Z',
    expires: '2024-10-04T08:00:00Z',
  }
  const draw = (given: Partial<UnfinishedViewProps> = {}) => {
    const props = { onFiles: vi.fn(), onCancel: vi.fn() }
    render(
      <UnfinishedView
        {...props}
        unfinished={unfinished}
        refusal={undefined}
        isCancelling={false}
        cancelRefusal={undefined}
        cancelProblem={undefined}
        {...given}
      />,
    )
    return props
  }

  it('says which file to choose again, what of it has arrived, and until when it can be finished', async () => {
    const { onFiles, onCancel } = draw()
    expect(
      screen.getByText(
        '40.0 MB of 100.0 MB have arrived. Choose "large.xml" again to send the rest: a browser cannot reopen a file automatically.',
      ),
    ).toBeTruthy()
    expect(screen.getByText(/on 01\/10\/2024 10:00.*until 04\/10\/2024 09:00/)).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Arrived' }).getAttribute('aria-valuenow')).toBe('40')
    const chosen = new File(['<a/>'], 'large.xml')
    await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, chosen)
    expect(onFiles).toHaveBeenCalledWith([chosen])
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onCancel).toHaveBeenCalledOnce()
  })

  it('says why another file is not the one', () => {
    draw({ refusal: fileRefusalMessage({ kind: 'otherFile', name: 'b.xml', expected: 'large.xml' }) })
    expect(screen.getByRole('alert').textContent).toContain(
      '"b.xml" is not the file that you started to upload. Choose "large.xml" again, or cancel that upload.',
    )
  })
})
