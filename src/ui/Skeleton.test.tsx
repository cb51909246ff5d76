import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Skeleton } from './Skeleton.tsx'

const partsOf = (shape: 'dashboard' | 'page' | 'report' | 'submission') => {
  const { unmount } = render(<Skeleton shape={shape} label="Loading it" />)
  const sketch = screen.getByRole('status')
  const parts = [...sketch.querySelectorAll('[data-part]')].map(part => part.getAttribute('data-part'))
  expect(sketch.textContent).toBe('Loading it')
  unmount()
  return parts
}

it('a sketch of a whole page has the parts of that page, in their order', () => {
  expect(partsOf('dashboard')).toEqual(['list', 'card', 'card', 'card'])
  expect(partsOf('report')).toEqual(['title', 'side', 'list'])
  expect(partsOf('submission').slice(0, 3)).toEqual(['way', 'title', 'steps'])
  expect(partsOf('page').at(-1)).toBe('list')
})
