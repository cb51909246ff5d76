import { describe, expect, it } from 'vitest'
import { inEnglish } from '../model/everyMessage.ts'
import {
  announcedFileRefusal,
  type ChosenFile,
  fileRefusal,
  fileRefusalMessage,
  resumedFileRefusal,
} from './chosenFile.ts'

const file = (name: string, size = 1000): ChosenFile => ({ name, size })
const expected = file('large.xml', 8000)

const wordsOf = (refusal: ReturnType<typeof fileRefusal>): string | undefined =>
  refusal && inEnglish(fileRefusalMessage(refusal))

describe('what was chosen for an upload', () => {
  it.each([[file('a.xml')], [file('A.XML')], [file('a.xml', 5000)]])('is taken: %o', chosen => {
    expect(fileRefusal([chosen], 5000)).toBeUndefined()
  })

  it.each<[readonly ChosenFile[], string]>([
    [[], 'No file was chosen. Choose one XML file.'],
    [
      [file('a.xml'), file('b.csv')],
      '2 files were chosen. Choose one XML file; a submission is a single file.',
    ],
    [[file('a.xml.exe', 0)], '"a.xml.exe" is not an XML file. Choose a file with a name that ends in .xml.'],
    [
      [file('a.exe%00.xml')],
      '"a.exe%00.xml" is not an XML file. Choose a file with a name that ends in .xml.',
    ],
    [
      [file('a\u202e.txt')],
      '"a[U+202E].txt" is not an XML file. Choose a file with a name that ends in .xml.',
    ],
    [[file('a.xml', 0)], '"a.xml" is empty. Choose a file with content.'],
    [[file('a.xml', 5001)], '"a.xml" is too large: 5.0 kB. The file is larger than the limit of 5.0 kB.'],
  ])('is refused with the reason: %o', (files, words) => {
    expect(wordsOf(fileRefusal(files, 5000))).toBe(words)
  })
})

describe('what is announced to the server', () => {
  const limit = { maxBytes: 5000 }

  it('is refused for the same as what was chosen, its size where that is told', () => {
    expect(announcedFileRefusal({ name: 'a.xml', size: undefined }, limit)).toBeUndefined()
    expect(announcedFileRefusal({ name: 'a.exe%00.xml', size: undefined }, limit)?.kind).toBe('wrongType')
    expect(announcedFileRefusal(file('a.xml', 0), limit)?.kind).toBe('empty')
    expect(announcedFileRefusal(file('a.xml', 5001), limit)?.kind).toBe('tooLarge')
  })

  it('goes on over the limit where the upload of just this size was begun, and no other', () => {
    expect(announcedFileRefusal(expected, { ...limit, begun: 8000 })).toBeUndefined()
    expect(announcedFileRefusal(expected, { ...limit, begun: 7999 })?.kind).toBe('tooLarge')
    expect(announcedFileRefusal(file('large.txt', 8000), { ...limit, begun: 8000 })?.kind).toBe('wrongType')
  })
})

describe('what was chosen to go on with an upload', () => {
  it('is the file of its size, whatever its name', () => {
    expect(resumedFileRefusal([file('copy of large.xml', 8000)], expected)).toBeUndefined()
  })

  it('is refused for what no upload takes, and where its size is another', () => {
    expect(wordsOf(resumedFileRefusal([file('large.xml', 8001)], expected))).toBe(
      '"large.xml" has changed since its upload started, or can no longer be read. Choose the original file, or cancel that upload.',
    )
    expect(wordsOf(resumedFileRefusal([file('b.xml')], expected))).toBe(
      '"b.xml" is not the file that you started to upload. Choose "large.xml" again, or cancel that upload.',
    )
    expect(resumedFileRefusal([file('large.txt', 8000)], expected)?.kind).toBe('wrongType')
    expect(resumedFileRefusal([expected, expected], expected)?.kind).toBe('several')
  })
})
