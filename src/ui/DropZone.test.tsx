import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { DropZone } from './DropZone.tsx'

function setup() {
  const onFile = vi.fn()
  const onRefuse = vi.fn()
  const { container } = render(
    <DropZone label="Drop it" accept={['.xml']} maxBytes={10} onFile={onFile} onRefuse={onRefuse} />,
  )
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  const choose = (...files: File[]) => userEvent.setup({ applyAccept: false }).upload(input, files)
  return { onFile, onRefuse, choose, input }
}

describe('DropZone', () => {
  it('gives a file of the right ending, in any case', async () => {
    const { onFile, onRefuse, choose, input } = setup()
    const file = new File(['<a/>'], 'LIST.XML')
    await choose(file)
    expect(onFile).toHaveBeenCalledExactlyOnceWith(file)
    expect(onRefuse).not.toHaveBeenCalled()
    expect(input.accept).toBe('.xml')
  })

  it.each([
    { name: 'another ending', file: new File(['a'], 'list.csv'), refusal: { reason: 'type' } },
    { name: 'an empty file', file: new File([], 'list.xml'), refusal: { reason: 'empty' } },
    {
      name: 'a large file',
      file: new File(['12345678901'], 'list.xml'),
      refusal: { reason: 'tooLarge', maxBytes: 10 },
    },
  ])('refuses $name with its reason', async ({ file, refusal }) => {
    const { onFile, onRefuse, choose } = setup()
    await choose(file)
    expect(onRefuse).toHaveBeenCalledExactlyOnceWith({ ...refusal, file })
    expect(onFile).not.toHaveBeenCalled()
  })
})
