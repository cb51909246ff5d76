import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DropZone } from './DropZone.tsx'

it.each([
  { name: 'one file', files: [new File(['<a/>'], 'LIST.XML')] },
  { name: 'a file of another ending', files: [new File(['a'], 'list.csv')] },
  { name: 'an empty file', files: [new File([], 'list.xml')] },
])('hands over $name as it was chosen, and refuses nothing itself', async ({ files }) => {
  const onFiles = vi.fn()
  const { container } = render(<DropZone label="Drop it" accept={['.xml']} onFiles={onFiles} />)
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.setup({ applyAccept: false }).upload(input, files)
  expect(onFiles).toHaveBeenCalledExactlyOnceWith(files)
  expect(input.accept).toBe('.xml')
})
