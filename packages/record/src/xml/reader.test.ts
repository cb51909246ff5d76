import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReader, type ReaderHandlers, XmlError, type XmlLimits } from '../index.ts'
import { productions } from './conformance/cases.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const utf16 = (text: string, isLittle: boolean, hasMark = true): Uint8Array => {
  const units = (hasMark ? `\ufeff${text}` : text).split('').map(unit => unit.charCodeAt(0))
  return Uint8Array.from(
    units.flatMap(unit => (isLittle ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff])),
  )
}

/** Everything the reader tells of a document, texts joined; at the end the error, if there is one. */
const eventsOf = (
  chunks: readonly Uint8Array[],
  limits: Partial<XmlLimits> = {},
  asksForLeaves = false,
): readonly string[] => {
  const events: string[] = []
  let text = ''
  const flush = (): void => {
    if (text !== '') events.push(`text ${text}`)
    text = ''
  }
  const handlers: ReaderHandlers = {
    startElement: (name, at) => {
      flush()
      const list = at.currentAttributes
      const attributes = Array.from({ length: list.length }, (_, index) => {
        const { namespace, local } = list.name(index)
        return `{${namespace}}${local}=${list.value(index)}`
      })
      const { line, column, byte } = at.currentPlace
      events.push(
        `start {${name.namespace}}${name.local} ${attributes.join(' ')} at ${line}:${column} byte ${byte}`,
      )
    },
    text: (bytes, from, to) => {
      text += new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(from, to))
    },
    endElement: name => {
      flush()
      events.push(`end ${name.local}`)
    },
    buffersMove: () => undefined,
  }
  const leaf: ReaderHandlers['leaf'] = (name, bytes, from, to, _isPrintable, at) => {
    handlers.startElement(name, at)
    if (to > from) handlers.text(bytes, from, to, false, at)
    handlers.endElement(name, at)
  }
  const reader = createReader(asksForLeaves ? { ...handlers, leaf } : handlers, limits)
  try {
    for (const chunk of chunks) reader.write(chunk)
    reader.end()
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    events.push(`${error.code} at ${error.line}:${error.column} byte ${error.byte}`)
  }
  return events
}

const oneByOne = (bytes: Uint8Array): Uint8Array[] => [...bytes].map(byte => Uint8Array.of(byte))

/** The events of a document; fails where any way of cutting it gives others. */
const eventsHoweverCut = (bytes: Uint8Array): readonly string[] => {
  const whole = eventsOf([bytes])
  const outcome = whole.filter(event => !event.startsWith('text'))
  const same = (chunks: readonly Uint8Array[], asksForLeaves = false): void => {
    const cut = eventsOf(chunks, {}, asksForLeaves)
    // A fault may be noticed before or after the text in front of it has been handed out.
    const isFaulty = /^[A-Z_]+ at/.test(whole.at(-1) ?? '')
    expect(isFaulty ? cut.filter(event => !event.startsWith('text')) : cut).toEqual(
      isFaulty ? outcome : whole,
    )
  }
  same(oneByOne(bytes))
  same([bytes], true)
  if (bytes.length < 400)
    for (let at = 1; at < bytes.length; at++) same([bytes.subarray(0, at), bytes.subarray(at)], at % 2 === 0)
  return whole
}

describe('conformance by production', () => {
  const count = productions.reduce((sum, { accepted, refused }) => sum + accepted.length + refused.length, 0)
  it(`has at least 200 cases (${count})`, () => expect(count).toBeGreaterThanOrEqual(200))

  for (const { production, accepted, refused } of productions) {
    describe(production, () => {
      for (const document of accepted)
        it(`accepts ${JSON.stringify(document).slice(0, 60)}`, () => {
          expect(eventsHoweverCut(utf8(document)).at(-1)).toMatch(/^end /)
        })
      for (const [document, code, at] of refused)
        it(`refuses ${JSON.stringify(document).slice(0, 60)}: ${code}`, () => {
          expect(eventsHoweverCut(utf8(document)).at(-1)).toMatch(new RegExp(`^${code} at ${at} byte`))
        })
    })
  }
})

describe('fields with text beyond ASCII', () => {
  const field = (text: readonly number[]): Uint8Array =>
    Uint8Array.from([...utf8('<r><é>'), ...text, ...utf8('</é><b/></r>')])

  it.each([
    ['letters of two bytes', utf8('Llŷn é\u0080\u07ff')],
    ['letters of three bytes', utf8('€ “日本” \u1000\ucfff\ue000')],
    ['three bytes where not every second byte is allowed', utf8('\u0800\ud7ff\uf900\ufffd')],
    ['four bytes', utf8('a𝄞b')],
    ['a reference', utf8('é&amp;é')],
  ])('are told alike in one step and in three: %s', (_, text) => {
    const characters = [...new TextDecoder().decode(text)].length
    expect(eventsHoweverCut(field([...text])).at(-3)).toBe(
      `start {}b  at 1:${11 + characters} byte ${12 + text.length}`,
    )
  })

  // RFC 3629 §3 and 4, and production 2 of XML 1.0.
  it.each([
    ['a lead byte without a second', [0xc3], 'BAD_UTF8'],
    ['a lead byte without a third', [0xe2, 0x82], 'BAD_UTF8'],
    ['a byte that only follows', [0xa9], 'BAD_UTF8'],
    ['two bytes for an ASCII letter', [0xc1, 0x81], 'BAD_UTF8'],
    ['three bytes for a letter of two', [0xe0, 0x83, 0xa9], 'BAD_UTF8'],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], 'BAD_UTF8'],
    ['U+FFFF', [0xef, 0xbf, 0xbf], 'BAD_CHARACTER'],
  ])('refuse %s', (_, text, code) => {
    expect(eventsHoweverCut(field([0xc3, 0xa9, ...text])).at(-1)).toBe(`${code} at 1:8 byte 9`)
  })
})

describe('what the reader tells', () => {
  const documents: readonly (readonly [document: string, events: readonly string[]])[] = [
    [
      '<a x="1">\n  <b>té&amp;x</b>\r\n<![CDATA[<]]]]>\r</a>',
      [
        'start {}a {}x=1 at 1:1 byte 0',
        'text \n  ',
        'start {}b  at 2:3 byte 12',
        'text té&x',
        'end b',
        'text \n<]]\n',
        'end a',
      ],
    ],
    [
      '<p:a xmlns:p="u" xmlns="v" p:q="1" r="2"><b/><c xmlns=""/></p:a>',
      [
        'start {u}a {u}q=1 {}r=2 at 1:1 byte 0',
        'start {v}b  at 1:42 byte 41',
        'end b',
        'start {}c  at 1:46 byte 45',
        'end c',
        'end a',
      ],
    ],
    ['<a b=" x&#10;\ty\r\nz &quot;"/>', ['start {}a {}b= x\n y z " at 1:1 byte 0', 'end a']],
    [
      '<é>\u{1f600}<b/>é<c/></é>',
      [
        'start {}é  at 1:1 byte 0',
        'text \u{1f600}',
        'start {}b  at 1:5 byte 8',
        'end b',
        'text é',
        'start {}c  at 1:10 byte 14',
        'end c',
        'end é',
      ],
    ],
    ['<a>&#13;&#10;\r</a>', ['start {}a  at 1:1 byte 0', 'text \r\n\n', 'end a']],
  ]
  for (const [document, events] of documents)
    it(JSON.stringify(document), () => expect(eventsHoweverCut(utf8(document))).toEqual(events))

  it('closes a default namespace with its element, also where the name is known already', () => {
    const document = '<a><b xmlns="u"><c>1</c></b><c>2</c><b xmlns="u"><c>3</c></b></a>'
    const names = eventsHoweverCut(utf8(document)).filter(event => event.startsWith('start'))
    expect(names.map(name => name.split(' ')[1])).toEqual(['{}a', '{u}b', '{u}c', '{}c', '{u}b', '{u}c'])
  })
})

describe('encodings', () => {
  const document = '<?xml version="1.0" encoding="UTF-16"?>\n<é a="日">\u{1f600}<b/>&no;</é>'
  for (const isLittle of [true, false])
    it(`reads UTF-16 ${isLittle ? 'little' : 'big'} endian with a byte order mark, with byte offsets of the file`, () => {
      expect(eventsHoweverCut(utf16(document, isLittle))).toEqual([
        'start {}é {}a=日 at 2:1 byte 82',
        'text \u{1f600}',
        'start {}b  at 2:11 byte 104',
        'end b',
        'UNDECLARED_ENTITY at 2:15 byte 112',
      ])
    })

  it.each([false, true])(
    'counts each character of a name as one column, in start and end tags (leaves told apart: %s)',
    asksForLeaves => {
      const record = '<запись><𐊀 цвет="1" ключ="2"/><имя>a</имя><имя>b</имя></запись>'
      const xml = `<r>${record}${record}<b/></r>`
      const starts = [...xml.matchAll(/<(?!\/)/gu)].map(({ index }) => index)
      const places = (bytesBefore: (text: string) => number, mark: number) =>
        starts.map(at => `1:${[...xml.slice(0, at)].length + 1} byte ${mark + bytesBefore(xml.slice(0, at))}`)
      const told = (bytes: Uint8Array) =>
        eventsOf([bytes], {}, asksForLeaves)
          .filter(event => event.startsWith('start'))
          .map(event => event.slice(event.indexOf(' at ') + 4))
      expect(told(utf8(xml))).toEqual(places(text => utf8(text).length, 0))
      expect(told(utf16(xml, true))).toEqual(places(text => text.length * 2, 2))
    },
  )

  it('counts the byte order mark of UTF-8 as bytes, not as a column', () => {
    expect(eventsHoweverCut(Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8('<a>&x;</a>')))).toEqual([
      'start {}a  at 1:1 byte 3',
      'UNDECLARED_ENTITY at 1:4 byte 6',
    ])
  })

  // What these bytes are is the Encoding Standard's and IANA's, not ours.
  it.each([
    ['ISO-8859-1', 'latin1', [0xe9, 0xff, 0x80], 'éÿ\u0080'],
    ['windows-1252', 'windows-1252', [0x80, 0x91, 0xe9, 0x9f], '€‘éŸ'],
    ['US-ASCII', 'ascii', [0x7e], '~'],
  ] as const)(
    'reads %s where it is declared, with columns and bytes of the file',
    (declared, other, bytes, text) => {
      for (const name of [declared, declared.toLowerCase(), other]) {
        const declaration = `<?xml version="1.0" encoding="${name}"?>\n`
        const document = [declaration, '<a b="', bytes, '">', bytes, '<b/>', bytes, '&no;</a>']
        const file = Uint8Array.from(
          document.flatMap(part => (typeof part === 'string' ? [...utf8(part)] : part)),
        )
        const { length } = bytes
        const start = declaration.length
        expect(eventsHoweverCut(file)).toEqual([
          `start {}a {}b=${text} at 2:1 byte ${start}`,
          `text ${text}`,
          `start {}b  at 2:${9 + 2 * length} byte ${start + 8 + 2 * length}`,
          'end b',
          `UNDECLARED_ENTITY at 2:${13 + 3 * length} byte ${start + 12 + 3 * length}`,
        ])
      }
    },
  )

  it('has every character of windows-1252', () => {
    const bytes = Array.from({ length: 128 }, (_, index) => index + 128).filter(
      byte => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
    )
    const declared = utf8('<?xml version="1.0" encoding="windows-1252"?><a>')
    const [, text] = eventsOf([Uint8Array.of(...declared, ...bytes, ...utf8('</a>'))])
    expect(text).toBe(`text ${new TextDecoder('windows-1252').decode(Uint8Array.from(bytes))}`)
  })

  const declaring = (encoding: string, ...bytes: number[]): Uint8Array =>
    Uint8Array.of(...utf8(`<?xml version="1.0" encoding="${encoding}"?><a>`), ...bytes, ...utf8('</a>'))

  const messageOf = (bytes: Uint8Array, limits: Partial<XmlLimits> = {}): string => {
    try {
      createReader({}, limits).write(bytes)
    } catch (error) {
      if (error instanceof XmlError) return error.message
    }
    return 'accepted'
  }

  it.each([
    [
      'a byte that is not ASCII',
      declaring('US-ASCII', 0xe9),
      'This byte is not in US-ASCII, the encoding that the file declares. Save it with the encoding UTF-8 and declare UTF-8.',
    ],
    [
      'another encoding',
      declaring('KOI8-R'),
      'The file declares the encoding "KOI8-R", which is not accepted. Save it with the encoding UTF-8 and declare UTF-8.',
    ],
    [
      'UTF-16 that it is not',
      declaring('UTF-16'),
      'The file declares the encoding "UTF-16", but is not written in it. Save it with the encoding UTF-8 and declare UTF-8.',
    ],
    [
      'ISO-8859-1 after the mark of UTF-8',
      Uint8Array.of(0xef, 0xbb, 0xbf, ...declaring('ISO-8859-1')),
      'The file declares the encoding "ISO-8859-1", but is written in UTF-8. Save it with the encoding UTF-8 and declare UTF-8.',
    ],
  ])('says what is true of a file with %s', (_, bytes, message) => expect(messageOf(bytes)).toBe(message))

  it('refuses encodings with one byte for each character where they are not allowed', () => {
    expect(messageOf(declaring('ISO-8859-1'), { allowsByteEncodings: false })).toBe(
      'The file declares the encoding "ISO-8859-1", which is not accepted. Save it with the encoding UTF-8 and declare UTF-8.',
    )
  })

  const bad: readonly (readonly [name: string, bytes: Uint8Array, event: string])[] = [
    ['a byte that windows-1252 does not have', declaring('windows-1252', 0x81), 'BAD_UTF8 at 1:49 byte 48'],
    ['a byte that is not ASCII', declaring('US-ASCII', 0xe9), 'BAD_UTF8 at 1:45 byte 44'],
    ['a ZIP archive', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), 'NOT_XML at 1:1 byte 0'],
    ['a program', Uint8Array.of(0x4d, 0x5a), 'NOT_XML at 1:1 byte 0'],
    ['a PDF document', utf8('%PDF-1.7\n'), 'NOT_XML at 1:1 byte 0'],
    ['a compressed file', Uint8Array.of(0x1f, 0x8b, 8, 0, 0), 'NOT_XML at 1:1 byte 0'],
    ['an Office document', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'NOT_XML at 1:1 byte 0'],
    ['only a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf), 'EMPTY_FILE at 1:1 byte 3'],
    ['only a byte order mark of UTF-16', Uint8Array.of(0xff, 0xfe), 'EMPTY_FILE at 1:1 byte 2'],
    ['UTF-16 without mark', utf16('<a/>', true, false), 'BAD_ENCODING at 1:1 byte 0'],
    ['UTF-32', Uint8Array.of(0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c), 'BAD_ENCODING at 1:1 byte 0'],
    [
      'UTF-16 that declares UTF-8',
      utf16('<?xml version="1.0" encoding="UTF-8"?><a/>', true),
      'BAD_ENCODING at 1:1 byte 2',
    ],
    [
      'little-endian UTF-16 that declares the other',
      utf16('<?xml version="1.0" encoding="UTF-16BE"?><a/>', true),
      'BAD_ENCODING at 1:1 byte 2',
    ],
    [
      'UTF-8 with a mark that declares UTF-16',
      Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8('<?xml version="1.0" encoding="UTF-16"?><a/>')),
      'BAD_ENCODING at 1:1 byte 3',
    ],
    ['NUL in UTF-16', utf16('<a>\0</a>', true), 'BAD_CHARACTER at 1:4 byte 8'],
    ['U+FFFE in UTF-16', utf16('<a>\ufffe</a>', false), 'BAD_CHARACTER at 1:4 byte 8'],
    ['surrogates in the wrong order', utf16('<a>\udc00\ud800</a>', true), 'BAD_UTF8 at 1:4 byte 8'],
    ['a lone surrogate in UTF-16', utf16('<a>\ud800x</a>', true), 'BAD_UTF8 at 1:4 byte 8'],
    ['half a unit at the end of UTF-16', utf16('<a/> ', true).slice(0, -1), 'BAD_UTF8'],
    ['a lone continuation byte', Uint8Array.of(...utf8('<a>'), 0x80), 'BAD_UTF8 at 1:4 byte 3'],
    ['an overlong slash', Uint8Array.of(...utf8('<a>'), 0xc0, 0xaf), 'BAD_UTF8 at 1:4 byte 3'],
    [
      'an overlong three-byte form',
      Uint8Array.of(...utf8('<a>'), 0xe0, 0x80, 0xaf, 0x20),
      'BAD_UTF8 at 1:4 byte 3',
    ],
    [
      'an overlong four-byte form',
      Uint8Array.of(...utf8('<a>'), 0xf0, 0x80, 0x80, 0xaf, 0x20),
      'BAD_UTF8 at 1:4 byte 3',
    ],
    ['a surrogate in UTF-8', Uint8Array.of(...utf8('<a>'), 0xed, 0xa0, 0x80, 0x20), 'BAD_UTF8 at 1:4 byte 3'],
    [
      'beyond U+10FFFF',
      Uint8Array.of(...utf8('<a>'), 0xf4, 0x90, 0x80, 0x80, 0x20),
      'BAD_UTF8 at 1:4 byte 3',
    ],
    [
      'a lead byte that UTF-8 does not have',
      Uint8Array.of(...utf8('<a>'), 0xf8, 0x88, 0x80),
      'BAD_UTF8 at 1:4 byte 3',
    ],
    ['a Latin-1 letter', Uint8Array.of(...utf8('<a>caf'), 0xe9, ...utf8('</a>')), 'BAD_UTF8 at 1:7 byte 6'],
    ['a character cut off at the end', Uint8Array.of(...utf8('<a>'), 0xe2, 0x82), 'BAD_UTF8 at 1:4 byte 3'],
    [
      'a Latin-1 letter in a name',
      Uint8Array.of(...utf8('<a'), 0xe9, ...utf8('/>')),
      'BAD_UTF8 at 1:3 byte 2',
    ],
    [
      'a Latin-1 letter in a value',
      Uint8Array.of(...utf8('<a b="'), 0xe9, ...utf8('"/>')),
      'BAD_UTF8 at 1:7 byte 6',
    ],
  ]
  for (const [name, bytes, event] of bad)
    it(`refuses ${name}`, () => expect(eventsHoweverCut(bytes).at(-1)).toContain(event))
})

it.each([
  [
    'an archive',
    Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0),
    'The file is a ZIP archive or an Office document, not XML. Unpack it, or save it as XML.',
  ],
  ['a program', Uint8Array.of(0x4d, 0x5a, 0, 0), 'The file is a program, not XML. Choose the XML file.'],
  [
    'a web page',
    utf8('<!doctype html><html></html>'),
    'The file is a web page (HTML), not XML. Choose the XML file.',
  ],
  ['nothing', Uint8Array.of(), 'The file is empty.'],
])('names %s in its message, whatever the file is called', (_, bytes, message) => {
  const handlers: ReaderHandlers = {
    startElement: () => undefined,
    text: () => undefined,
    endElement: () => undefined,
    buffersMove: () => undefined,
  }
  const read = () => {
    const reader = createReader(handlers)
    reader.write(bytes)
    reader.end()
  }
  expect(read).toThrow(message)
})

describe('runs of plain fields', () => {
  it('are told with the same places as one by one', () => {
    const field = (index: number): string => `\n   <F${index % 3}>v${index}</F${index % 3}>`
    const document = `<a z="1">${Array.from({ length: 40 }, (_, index) => field(index)).join('')}<F1></F1><F1>é</F1><F2>x&amp;</F2>\r\n<F0>\n</F0><b><F1>1</F1></b></a>`
    expect(eventsHoweverCut(utf8(document)).filter(event => event.startsWith('start'))).toHaveLength(47)
  })

  it('keep the limits of depth and text', () => {
    const deep = '<a>'.repeat(63)
    expect(eventsOf([utf8(`${deep}<b>1</b><b>2</b>`)], {}, true).at(-1)).toContain('UNCLOSED')
    expect(eventsOf([utf8(`${deep}<a><b>1</b><b>2</b>`)], {}, true).at(-1)).toContain('LIMIT_DEPTH at 1:193')
    const long = `<a><b>1</b><b>2</b><b>${'x'.repeat(101)}</b></a>`
    expect(eventsOf([utf8(long)], { text: 100 }, true).at(-1)).toContain('LIMIT_TEXT')
  })
})

describe('limits', () => {
  it('takes texts and values up to the limit and refuses what is longer, at its place', () => {
    const text = (length: number): string =>
      eventsOf([utf8(`<a>\n<b>${'x'.repeat(length)}</b></a>`)], { text: 100 }).at(-1) ?? ''
    expect(text(100)).toBe('end a')
    expect(text(101)).toContain('LIMIT_TEXT at 2:4 byte 7')
    const value = (length: number): string =>
      eventsOf([utf8(`<a b="${'x'.repeat(length)}"/>`)], { attributeValue: 100 }).at(-1) ?? ''
    expect(value(100)).toBe('end a')
    expect(value(101)).toContain('LIMIT_ATTRIBUTE_VALUE at 1:4')
  })

  it('counts a text that references and sections break as one', () => {
    const document = `<a>${'x'.repeat(40)}&amp;<![CDATA[${'y'.repeat(40)}]]><!-- c -->${'z'.repeat(40)}</a>`
    expect(eventsOf([utf8(document)], { text: 100 }).at(-1)).toContain('LIMIT_TEXT')
    expect(eventsOf([utf8(document)], { text: 121 }).at(-1)).toBe('end a')
  })

  it('gives the same verdict on a long tag and a long text however they arrive', () => {
    const tag = utf8(
      `<a>\n <b ${Array.from({ length: 20 }, (_, at) => `c${at}="${'x'.repeat(50)}"`).join(' ')}/></a>`,
    )
    for (const chunks of [[tag], oneByOne(tag)]) {
      expect(eventsOf(chunks, { tag: 1_000 }).at(-1)).toBe('LIMIT_TAG at 2:2 byte 5')
      expect(eventsOf(chunks, { tag: 1_200 }).at(-1)).toBe('end a')
    }
    const text = utf8(`<a>one\ntwo &amp; three <!-- c -->\n<![CDATA[four]]>${'x'.repeat(100)}</a>`)
    for (const chunks of [[text], oneByOne(text)])
      expect(eventsOf(chunks, { text: 60 }).at(-1)).toBe('LIMIT_TEXT at 1:4 byte 3')
  })

  it('tells attributes apart also when the table of names is full', () => {
    const names = Array.from({ length: 8_188 }, (_, index) => `<n${index}/>`).join('')
    const last = '<a x="1" y1="" y2="" y3="" x="2"/>'
    expect(eventsOf([utf8(`<r>${names}${last}</r>`)]).at(-1)).toContain('DUPLICATE_ATTRIBUTE')
  })

  it('refuses an endless tag, fed in chunks, without keeping more than the limit', () => {
    const chunks = [
      utf8('<a '),
      ...Array.from({ length: 40 }, (_, index) => utf8(`b${index}="${'x'.repeat(1000)}" `)),
    ]
    expect(eventsOf(chunks, { tag: 20_000 }).at(-1)).toContain('LIMIT_TAG at 1:1')
  })

  it('passes over comments of any length', () => {
    const chunks = [
      utf8('<!--'),
      ...Array.from({ length: 30 }, () => utf8('c'.repeat(100_000))),
      utf8('--><a/>'),
    ]
    expect(eventsOf(chunks)).toEqual(['start {}a  at 1:3000008 byte 3000007', 'end a'])
  })
})

describe('fuzzing', () => {
  const seed = 20_261_121
  const pieces = fc.constantFrom(
    '<a>',
    '</a>',
    '<b x="1">',
    '</b>',
    '<c/>',
    'text',
    '\n',
    '&amp;',
    '&#65;',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?p',
    '?>',
    'é',
    '"',
    '<',
    '>',
    '&',
    '日',
    '\r\n',
    ' xmlns:p="u"',
    '<p:d>',
  )

  it('tells the same however the document is cut, and never throws anything but XmlError', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), parts => {
        eventsHoweverCut(utf8(`<a>${parts.join('')}</a>`))
      }),
      { seed, numRuns: 400 },
    )
  })

  it('survives any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
        const [last] = eventsHoweverCut(Uint8Array.of(...utf8('<a>'), ...bytes)).slice(-1)
        expect(last).toMatch(/^[A-Z_0-9]+ at \d+:\d+ byte \d+$/)
      }),
      { seed, numRuns: 400 },
    )
  })
})

describe('use', () => {
  it('gives the same error again to whoever goes on writing', () => {
    const reader = createReader()
    expect(() => reader.write(utf8('<a></b>     '))).toThrow(
      'The end tag </b> does not match the open element <a> of line 1, column 1.',
    )
    expect(() => reader.write(utf8('<c/>'))).toThrow('</b>')
    expect(() => reader.end()).toThrow('</b>')
  })

  it('says whether a document is well-formed where no handlers are given', () => {
    const reader = createReader()
    reader.write(utf8('<a><b>1</b><b>2</b></a>'))
    expect(() => reader.end()).not.toThrow()
    expect(() => reader.write(utf8('<a/>'))).toThrow('The reader has ended')
  })
})
