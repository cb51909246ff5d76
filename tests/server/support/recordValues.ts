import { sheetsIn } from './workbooks.ts'
import { filesInZip } from './zip.ts'

/*
 * Values of records in any text that a server gives out: which of them are looked for is written from the specification
 * (issue of the privacy matrix, and the student record), apart from `privacy.yaml`, which the server reads.
 */

const identifierFields = ['SID', 'SSN', 'UCASPERID', 'ULN', 'SURNAME', 'NUMHUS', 'QUALAWARDID', 'SCSESSIONID']
/** Those whose values are like nothing else that an answer holds: not a code of two digits. */
const personalFields = ['BIRTHDTE']
const specialFields = ['RELIGION', 'SEXORT', 'GENDERID', 'DISABILITY', 'ETHNIC', 'RELIGIOUSBGROUND']

/** Kinds of values as the specification tells them apart. */
export const kinds = ['identifier', 'personal', 'special category'] as const
export type Kind = (typeof kinds)[number]

/** Which values of which file. */
export type Found = `${Kind} of ${string}`

/** What a file holds that tells of a person, by kind; those of special category are known by their field alone. */
export interface RecordFile {
  name: string
  identifiers: ReadonlySet<string>
  personal: ReadonlySet<string>
}

const valuesOf = (xml: string, fields: readonly string[]): Set<string> =>
  new Set(
    [...xml.matchAll(new RegExp(`<(?:${fields.join('|')})>([^<]{4,})<`, 'g'))].map(([, one = '']) => one),
  )

/** What these files hold by kind; what several of them hold tells of none, and is left out. */
export const recordFiles = (files: readonly { name: string; xml: string }[]): RecordFile[] => {
  const read = files.map(({ name, xml }) => ({
    name,
    identifiers: valuesOf(xml, identifierFields),
    personal: valuesOf(xml, personalFields),
  }))
  return read.map(({ name, identifiers, personal }) => {
    const others = read.filter(other => other.name !== name)
    const own = (kind: 'identifiers' | 'personal', values: Set<string>): Set<string> =>
      new Set([...values].filter(value => others.every(other => !other[kind].has(value))))
    return { name, identifiers: own('identifiers', identifiers), personal: own('personal', personal) }
  })
}

/**
 * The file with identifiers and names that no other file of a test has: a digit of each number of a person is another, and all
 * are of one odd family.
 */
export const marked = (xml: string, digit: number, family: string): string =>
  xml
    .replaceAll(/<SID>(\d{10})\d/g, `<SID>$1${digit}`)
    .replaceAll(/>(20\d\d)-\d(\d{5})/g, `>$1-${digit}$2`)
    .replaceAll(/<(SSN|UCASPERID|ULN)>[^<]*<\/\1>\s*/g, '')
    .replaceAll(/<SURNAME>[^<]*</g, `<SURNAME>${family}<`)

const code = String.raw`(?:\d{2,3}|[A-Z]\d{2})`
const named = new RegExp(
  String.raw`\b(?:${specialFields.join('|')})\b(?:[=:>; ]+|["',]*(?:value|Value)["':]+)"?${code}\b`,
)
const isSpecialField = (text: unknown): boolean =>
  typeof text === 'string' && specialFields.includes(text.split('.').at(-1) ?? '')
const isCode = (text: unknown): boolean =>
  typeof text === 'string' && new RegExp(`^${code}$`).test(text.trim())

/** Rows of a table, of which the first names the columns. */
const tableTells = (rows: readonly (readonly unknown[])[]): boolean => {
  const [head = [], ...body] = rows
  const at = head.flatMap((name, index) => (isSpecialField(name) ? [index] : []))
  return at.length > 0 && body.some(row => at.some(index => isCode(row[index])))
}

/** What an answer holds: its texts, and whether a value stands in a field of special category. */
export interface Content {
  texts: string[]
  tellsSpecial: boolean
}

const inJson = (value: unknown, content: Content): void => {
  if (typeof value === 'string') content.texts.push(value)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) inJson(one, content)
    return
  }
  const fields = Object.entries(value)
  for (const [name, one] of fields) {
    content.texts.push(name)
    inJson(one, content)
  }
  const isOfSpecial = fields.some(([, one]) => isSpecialField(one))
  if (isOfSpecial && 'value' in value && isCode(value.value)) content.tellsSpecial = true
  if (fields.some(([name, one]) => isSpecialField(name) && isCode(one))) content.tellsSpecial = true
}

const cellsOf = (line: string): string[] =>
  line.split(/[,\t]/).map(cell => cell.replaceAll(/^[\uFEFF"]+|"$/g, ''))

const inText = (text: string, content: Content): void => {
  content.texts.push(text)
  if (named.test(text)) content.tellsSpecial = true
  if (tableTells(text.split(/\r?\n/).map(cellsOf))) content.tellsSpecial = true
}

/** What these bytes hold, whatever they are: JSON, a table, XML, a workbook, or a zip of such. */
export const contentOf = async (
  bytes: Buffer,
  content: Content = { texts: [], tellsSpecial: false },
): Promise<Content> => {
  if (bytes.includes('xl/workbook.xml')) {
    for (const rows of (await sheetsIn(bytes)).values()) {
      inText(rows.map(row => row.join('\t')).join('\n'), content)
    }
    return content
  }
  if (bytes.subarray(0, 2).toString() === 'PK') {
    for (const file of (await filesInZip(bytes)).values()) await contentOf(file, content)
    return content
  }
  const text = bytes.toString()
  if (/^[[{"]/.test(text)) {
    try {
      inJson(JSON.parse(text), content)
    } catch {
      // Another format that begins like it.
    }
  }
  inText(text, content)
  return content
}

/** Whose values an answer holds; those of special category are of the file that it is about, if it is about one. */
export const found = (
  { texts, tellsSpecial }: Content,
  files: readonly RecordFile[],
  about: string | undefined,
): Set<Found> => {
  const all = new Set<Found>()
  for (const text of texts)
    for (const [token] of text.matchAll(/[\w-]+/g))
      for (const { name, identifiers, personal } of files) {
        if (identifiers.has(token)) all.add(`identifier of ${name}`)
        if (personal.has(token)) all.add(`personal of ${name}`)
      }
  if (tellsSpecial && about !== undefined) all.add(`special category of ${about}`)
  return all
}
