import { describe, expect, it } from 'vitest'
import { mutantOf } from '../../../../scripts/differential/mutate.ts'
import { studentSchema } from '../../../../src/sample/index.ts'
import { Random } from '../../../../src/sample/random.ts'
import { type RowOptions, RowWriter, writeRows } from '../rows/rowWriter.ts'
import { throughBlocks } from '../rows/testing/throughBlocks.ts'
import { type CheckOptions, type CheckOutcome, createChecker } from './createChecker.ts'

/*
 * A file arrives in pieces of any size: from a disk, a network, a browser's stream. What is found must not depend on
 * where they were cut: same findings, same places, same words (specification 2 §5: code, message, line and column).
 * `BEDEL_CUTS` says how many mutated files are tried; `npm run model:all` tries 10,000.
 */
const files = Number(process.env.BEDEL_CUTS ?? 150)

const schema = studentSchema('23056')

/** A short record of every kind of text: keys, codes, dates, names with letters of several bytes, comments. */
const record = `<DataFutures>
  <!-- two students -->
  <Course><COURSEID>C1</COURSEID><COURSETITLE>Llên a'r Môr</COURSETITLE></Course>
  <Student>
    <SID>9811681234562</SID>
    <BIRTHDTE>2001-02-03</BIRTHDTE>
    <SEXID>10</SEXID>
    <SURNAME>Llŷn</SURNAME>
    <Engagement>
      <NUMHUS>E1</NUMHUS>
      <ENGSTARTDATE>2023-09-18</ENGSTARTDATE>
      <StudentCourseSession><SCSESSIONID>S1</SCSESSIONID><COURSEID>C1</COURSEID><SCSMODE>1</SCSMODE>
        <SCSSTARTDATE>2023-09-18</SCSSTARTDATE></StudentCourseSession>
    </Engagement>
  </Student>
  <Student><SID>9811681234562</SID><SEXID>5</SEXID><SURNAME>O&apos;Neill &amp; 𝄞</SURNAME></Student>
</DataFutures>
`

type Form = 'utf-8' | 'utf-8 declared' | 'utf-8 with a mark' | 'utf-16le' | 'utf-16be'
const forms: readonly Form[] = ['utf-8', 'utf-8 declared', 'utf-8 with a mark', 'utf-16le', 'utf-16be']

const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const bytes = new Uint8Array(2 * text.length + 2)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0xfeff, isLittle)
  for (let i = 0; i < text.length; i++) view.setUint16(2 + 2 * i, text.charCodeAt(i), isLittle)
  return bytes
}

const encoded = (xml: string, form: Form): Uint8Array => {
  const bare = xml.replace(/^<\?xml[^>]*\?>/, '')
  if (form === 'utf-16le' || form === 'utf-16be') return utf16(bare, form === 'utf-16le')
  const text =
    form === 'utf-8'
      ? bare
      : form === 'utf-8 declared'
        ? `<?xml version="1.0" encoding="UTF-8"?>${bare}`
        : `\uFEFF${bare}`
  return new TextEncoder().encode(text)
}

const outcomeOf = (bytes: Uint8Array, next: () => number, options: CheckOptions = {}): CheckOutcome => {
  const checker = createChecker(schema, options)
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + next())
    checker.write(bytes.subarray(from, to))
    from = to
  }
  return checker.end()
}

/** Text where none may be, long, split by references, comments and CDATA, with characters of several bytes. */
const strays = [
  'stray',
  ' \n  stray ŵords é 𝄞 ',
  'a&amp;b&#x20;c',
  '<![CDATA[ a < b ]]> and more',
  'one<!-- between -->two',
  `\r\n${'long '.repeat(90)}`,
  '\r\n\t \r',
]

const withStray = (xml: string, random: Random): string => {
  const tags = [...xml.matchAll(/<\/?[A-Za-z]+>/g)]
  const at = tags[random.whole(1, tags.length - 1)]?.index ?? xml.length
  return `${xml.slice(0, at)}${random.pick(strays)}${xml.slice(at)}`
}

/** Files of a record mutated in every way, in every encoding, each with a name. */
function* mutatedFiles(random: Random, count: number): Generator<{ name: string; bytes: Uint8Array }> {
  for (let n = 0; n < count; n++) {
    const mutated = mutantOf(record, random)
    const xml = n % 2 === 0 ? mutated : withStray(mutated, random)
    const form = forms[n % forms.length]!
    yield { name: `file ${n} in ${form}`, bytes: encoded(xml, form) }
  }
}

const kinds: Readonly<Record<string, 'date' | 'number'>> = {
  BIRTHDTE: 'date',
  ENGSTARTDATE: 'date',
  SCSSTARTDATE: 'date',
  SCSMODE: 'number',
}

/** What is found, and what is written of the rows, in its order: by the checker, or by a writer to which blocks of so many bytes lead. */
const loadedOf = (bytes: Uint8Array, next: () => number, blockBytes?: number) => {
  const written: [table: string, bytes: string][] = []
  const rows: RowOptions = {
    kindOf: column => kinds[column] ?? 'text',
    groupRows: 2,
    write: (table, page) => written.push([table, Buffer.from(page).toString('latin1')]),
  }
  const outcome = outcomeOf(bytes, next, {
    rows:
      blockBytes === undefined
        ? writeRows(rows)
        : tables => throughBlocks(tables, new RowWriter(tables, rows), blockBytes),
  })
  return { outcome, written }
}

describe('what is found in a file', () => {
  it('does not depend on how its bytes are cut', () => {
    const random = new Random(20_261_122)
    for (const { name, bytes } of mutatedFiles(random, files)) {
      const whole = outcomeOf(bytes, () => bytes.length)
      expect(
        outcomeOf(bytes, () => 1),
        `${name}, byte by byte`,
      ).toEqual(whole)
      expect(
        outcomeOf(bytes, () => 7),
        `${name}, seven bytes at a time`,
      ).toEqual(whole)
      expect(
        outcomeOf(bytes, () => random.whole(1, 400)),
        `${name}, cut at random`,
      ).toEqual(whole)
    }
  })

  it('is written in the same rows where these go through blocks to another writer, however the file is cut', () => {
    const random = new Random(20_261_127)
    let writes = 0
    for (const { name, bytes } of mutatedFiles(random, files / 5)) {
      const whole = loadedOf(bytes, () => bytes.length)
      const next = () => random.whole(1, 400)
      expect(loadedOf(bytes, next, random.pick([0, 60, 200, 4_096])), name).toEqual(whole)
      writes += whole.written.length
    }
    expect(writes).toBeGreaterThan(files)
  })
})
