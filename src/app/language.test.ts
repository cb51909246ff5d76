import { afterEach, expect, it } from 'vitest'
import { pageLanguage, pageLocale, setPageLanguage } from '../messages/index.ts'
import { chooseLanguage } from './language.ts'

afterEach(() => setPageLanguage('en'))

/** Opens a page, in a tab that remembers what was asked for before. */
const opened = (
  address: string,
  { languages = ['en-GB'], kept = new Map<string, string>() } = {},
): { language: string; lang: string | undefined } => {
  const documentElement = { lang: undefined }
  chooseLanguage({
    location: new URL(address),
    sessionStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
    },
    document: { documentElement },
    navigator: { languages },
  } as unknown as Window)
  return { language: pageLanguage(), lang: documentElement.lang }
}

it('is what the address asks for, until the tab is closed or another is asked for', () => {
  const kept = new Map<string, string>()
  expect(opened('http://localhost:3000/?locale=en-XA', { kept })).toEqual({
    language: 'en-XA',
    lang: 'en-XA',
  })
  expect(opened('http://localhost:3000/submissions', { kept }).language).toBe('en-XA')
  expect(opened('http://localhost:3000/?locale=en', { kept }).language).toBe('en')
  expect(opened('http://localhost:3000/submissions', { kept }).language).toBe('en')
})

it("else is the first of the browser's that the portal speaks, or English", () => {
  expect(opened('https://portal.example/', { languages: ['fr-FR', 'en-US'] }).language).toBe('en')
  expect(opened('https://portal.example/', { languages: ['fr'] }).language).toBe('en')
  expect(pageLocale()).toBe('en-GB')
})

it('is the pseudo-language for no user', () => {
  const url = 'https://portal.example/?locale=en-XA'
  expect(opened(url, { languages: ['en-XA'] }).language).toBe('en')
})
