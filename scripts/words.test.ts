import { describe, expect, it } from 'vitest'
import { faultsOf } from './words/patterns.ts'
import { commentsOf, paragraphsOf, rulesetTextsOf, wordingsOf } from './words/texts.ts'

describe('the words of a text', () => {
  it.each([
    'Results that are there stand, under the specification before.',
    '4 things await you.',
    'Nothing can be done with this issue by you.',
    'This page fills by itself.',
    'Of these fail',
    'Where somebody is to act',
    'Detailed results are to be had once the file is ready.',
    'Upload all the same',
    'Load the page anew.',
    'The delivery is given out no more.',
    '3 mended',
    'Put away',
    'The provider was taken in.',
    'Whether it is ready could not be found out.',
    'Research students whom other providers name as coming to you.',
    'A tolerance of its own.',
    'Those who approve read the note which the provider has written.',
  ])('are refused in "%s"', text => expect(faultsOf(text)).not.toEqual([]))

  it.each([
    'Existing results were made with the old specification.',
    'You have no more tasks in this collection.',
    'Waiting for a person',
    'Awaiting Bedel approval',
    'What happens next',
    'What is this?',
    'Return who funds a student, and who pays the fee.',
  ])('are plain in "%s"', text => expect(faultsOf(text)).toEqual([]))

  it('make sentences of at most 25 words', () => {
    const words = (count: number) => `${Array(count).fill('word').join(' ')}.`
    expect(faultsOf(`${words(25)} ${words(25)}`)).toEqual([])
    expect(faultsOf(words(26))).toEqual(['26 words in a sentence: at most 25'])
  })
})

describe('the texts that are read', () => {
  it('are every arm of a message', () => {
    expect(wordingsOf('{count, plural, one {# row stands} other {# rows}} in <b>{name}</b>')).toEqual([
      'X row stands in X',
      'X rows in X',
    ])
  })

  it('are paragraphs, items and cells of Markdown without code', () => {
    const markdown =
      '# A title\n\nA `stand` [link](a/stands).\nOn.\n\n```sh\nstands\n```\n\n- one\n- two\n\n| a | b |\n|---|---|\n'
    expect(paragraphsOf(markdown)).toEqual(['A title', 'A X link. On.', 'one', 'two', 'a', 'b'])
  })

  it('are the texts of a ruleset, not its conditions and examples', () => {
    const rule = 'name: A name\nfinding: A finding\nfailure: A.B = 1\nexamples:\n  - with: { A.name: x }\n'
    expect(rulesetTextsOf(rule)).toEqual(['A name', 'A finding'])
  })

  it('refuse a ruleset in which a text is not valid YAML', () => {
    expect(() => rulesetTextsOf('description: If it has not ended: its end\n')).toThrow('Nested mappings')
  })

  it('are the comments of code, not its strings', () => {
    const code = "const a = 'https://a // no' // One line\n// goes on.\n/** Two\n * lines of `code`. */\n"
    expect(commentsOf(code)).toEqual(['One line goes on.', 'Two lines of X.'])
  })
})
