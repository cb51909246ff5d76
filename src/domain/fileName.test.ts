import { expect, it } from 'vitest'
import { shownFileName } from './fileName.ts'

it('shows what would turn the order of the letters round, and leaves every other name as it is', () => {
  expect(shownFileName('a\u202elmx.exe')).toBe('a[U+202E]lmx.exe')
  expect(shownFileName('\u2066a\u2069\u200f.xml')).toBe('[U+2066]a[U+2069][U+200F].xml')
  expect(shownFileName('../<img onerror> 😀 שם.XML')).toBe('../<img onerror> 😀 שם.XML')
})
