import { describe, expect, it } from 'vitest'
import { commitsWithoutNote, noteFaults } from './notes.ts'

describe('a note of a change', () => {
  it.each([
    'Added: Files continue after an interruption.',
    'Breaking: `GET /tasks` replaces `/my-queue`.\n\nOperators: tell the owners of API keys.\n',
  ])('has this form: %s', text => {
    expect(noteFaults(text)).toEqual([])
  })

  it.each([
    ['Files continue.', 'must begin with'],
    ['Improved: Files continue.', 'must begin with'],
    ['Fixed: Files continue', 'must end with a full stop'],
    [`Fixed: ${'very '.repeat(25)}long.`, 'has more than 25 words'],
    ['Fixed: Files continue.\n\nSet it.', 'may have a second paragraph'],
    ['Fixed: Files continue.\n\nOperators: set it.\n\nMore.', 'has more than two paragraphs'],
  ])('does not have this form: %s', (text, fault) => {
    expect(noteFaults(text)).toEqual([expect.stringContaining(fault)])
  })
})

describe('a commit', () => {
  const commit = (message: string, ...paths: string[]) => ({ id: 'abc', message, paths })

  it.each([
    ['changes the product with a note', commit('Add', 'server/main.ts', 'changes/start.md')],
    ['says that users notice nothing', commit('Rename\n\nChanges: none\n', 'src/main.tsx')],
    ['changes tests only', commit('Test', 'server/config.test.ts', 'tests/links.test.ts')],
    ['changes documents only', commit('Document', 'docs/operate/backup.md', 'rulesets/README.md')],
  ])('needs no further note if it %s', (_, one) => {
    expect(commitsWithoutNote([one])).toEqual([])
  })

  it.each(['src/main.tsx', 'server/main.ts', 'packages/record/src/index.ts', 'rulesets/staff/a.yaml'])(
    'needs a note if it changes %s',
    path => {
      for (const other of ['changes/README.md', 'CHANGELOG.md'])
        expect(commitsWithoutNote([commit('Change', path, other)])).toHaveLength(1)
    },
  )
})
