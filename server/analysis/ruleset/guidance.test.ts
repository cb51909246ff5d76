import { describe, expect, it } from 'vitest'
import type { RulesetFault } from './fault.ts'
import { guidanceOf, parseGuidance } from './guidance.ts'

const fields = new Set(['Student.SID'])
const read = (text: string) => {
  const faults: RulesetFault[] = []
  const blocks = parseGuidance({ file: 'guidance/a.md', text }, fields, faults)
  return { blocks, faults: faults.map(({ line, message }) => `${line}: ${message}`) }
}

describe('guidance', () => {
  it('is headings, paragraphs, lists and examples, with fields, emphasis, code and links to the portal', () => {
    const { blocks, faults } = read(
      '## Why\n\nA *slip* in `Student.SID`, **often**, as `12` & <3.\n\n- one `Student.SID`\n- two\n\n1. [see](/issues?is.f.status=all)\n\n```\n1 2 3\n```\n',
    )
    expect(faults).toEqual([])
    expect(blocks).toEqual([
      { kind: 'heading', content: [{ kind: 'text', text: 'Why' }] },
      {
        kind: 'paragraph',
        content: [
          { kind: 'text', text: 'A ' },
          { kind: 'emphasis', text: 'slip' },
          { kind: 'text', text: ' in ' },
          { kind: 'field', text: 'Student.SID' },
          { kind: 'text', text: ', ' },
          { kind: 'strong', text: 'often' },
          { kind: 'text', text: ', as ' },
          { kind: 'code', text: '12' },
          { kind: 'text', text: ' & <3.' },
        ],
      },
      {
        kind: 'list',
        isOrdered: false,
        items: [
          [
            { kind: 'text', text: 'one ' },
            { kind: 'field', text: 'Student.SID' },
          ],
          [{ kind: 'text', text: 'two' }],
        ],
      },
      {
        kind: 'list',
        isOrdered: true,
        items: [[{ kind: 'link', text: 'see', href: '/issues?is.f.status=all' }]],
      },
      { kind: 'example', text: '1 2 3' },
    ])
  })

  it.each([
    [
      'one\n\n<b onclick="x">two</b>',
      '3: Guidance is text, fields, code, emphasis and links: "html" is not.',
    ],
    ['<script>x</script>', '1: Guidance is headings, paragraphs, lists and examples: "html" is not.'],
    ['![a](/b.png)', '1: Guidance is text, fields, code, emphasis and links: "image" is not.'],
    ['[a](https://example.com)', '1: A link may lead to pages of the portal only: https://example.com.'],
    ['[a](//example.com)', '1: A link may lead to pages of the portal only: //example.com.'],
    ['[a](javascript:alert)', '1: A link may lead to pages of the portal only: javascript:alert.'],
    ['a\n\n\nb\n\n`Student.NONE`', '6: There is no field Student.NONE.'],
    ['| a |\n|---|\n| b |', '1: Guidance is headings, paragraphs, lists and examples: "table" is not.'],
  ])('refuses what it cannot show: %s', (text, fault) => {
    expect(read(text).faults).toContain(fault)
  })

  it('is of a rule of the ruleset', () => {
    const faults: RulesetFault[] = []
    const tables = [{ name: 'Student', parent: null, columns: ['SID'], keys: ['SID'] }]
    const found = guidanceOf(
      [
        { file: 'guidance/Student.SID.901.V01.md', text: '`Student.SID`' },
        { file: 'guidance/Student.SID.999.V01.md', text: 'x' },
      ],
      [{ file: '../23056_1.0.0/rules/Student.SID.901.V01.yaml' }],
      tables,
      faults,
    )
    expect(found.get('Student.SID.901.V01')).toEqual([
      { kind: 'paragraph', content: [{ kind: 'field', text: 'Student.SID' }] },
    ])
    expect(faults).toEqual([
      { file: 'guidance/Student.SID.999.V01.md', line: 1, message: 'There is no rule Student.SID.999.V01.' },
    ])
  })
})
