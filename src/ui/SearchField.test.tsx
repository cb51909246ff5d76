import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SearchField } from './SearchField.tsx'

function Harness({ onSearch }: { onSearch: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <>
      <input aria-label="Other" />
      <SearchField label="Search rules" value={text} onChange={setText} onSearch={onSearch} isPageSearch />
    </>
  )
}

describe('SearchField', () => {
  it('searches on Enter and when cleared', async () => {
    const user = userEvent.setup()
    const onSearch = vi.fn()
    render(<Harness onSearch={onSearch} />)
    await user.type(screen.getByRole('searchbox', { name: 'Search rules' }), 'fte')
    expect(onSearch).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(onSearch).toHaveBeenLastCalledWith('fte')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(onSearch).toHaveBeenLastCalledWith('')
    await user.keyboard('hesa{Escape}')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
    expect(onSearch).toHaveBeenCalledTimes(3)
  })

  it('takes the focus on "/", unless something is being typed', async () => {
    const user = userEvent.setup()
    render(<Harness onSearch={() => {}} />)
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search rules' })
    await user.type(screen.getByRole('textbox', { name: 'Other' }), 'a/b')
    expect(document.activeElement).not.toBe(search)
    screen.getByRole('textbox', { name: 'Other' }).blur()
    await user.keyboard('/')
    expect(document.activeElement).toBe(search)
    expect(search.value).toBe('')
  })
})
