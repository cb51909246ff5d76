import { expect, it } from 'vitest'
import { fieldPage, guidanceText } from './guidance.ts'

it('is plain text in a file', () => {
  expect(
    guidanceText([
      { kind: 'heading', content: [{ kind: 'text', text: 'What to do' }] },
      {
        kind: 'paragraph',
        content: [
          { kind: 'text', text: 'Look at ' },
          { kind: 'field', text: 'Student.BIRTHDTE' },
          { kind: 'strong', text: ' first' },
          { kind: 'text', text: '.' },
        ],
      },
      {
        kind: 'list',
        isOrdered: true,
        items: [[{ kind: 'text', text: 'Mend it.' }], [{ kind: 'link', text: 'Ask.', href: '/issues' }]],
      },
      { kind: 'list', isOrdered: false, items: [[{ kind: 'emphasis', text: 'Or' }]] },
      { kind: 'example', text: '<BIRTHDTE>2000-01-01</BIRTHDTE>' },
    ]),
  ).toBe(
    'What to do\n\nLook at Student.BIRTHDTE first.\n\n1. Mend it.\n2. Ask.\n\n- Or\n\n<BIRTHDTE>2000-01-01</BIRTHDTE>',
  )
  expect(guidanceText(null)).toBe('')
})

it('leads to a field in the dictionary of its collection', () => {
  expect(fieldPage('23056', 'Student.BIRTHDTE')).toBe('/specification/23056#Student.BIRTHDTE')
})
