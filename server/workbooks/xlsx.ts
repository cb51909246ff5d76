import { Readable } from 'node:stream'
import yazl from 'yazl'
import { escapeXml, escapeXmlText } from '../../src/domain/xml.ts'

/*
 * Workbooks of any size as a stream: a sheet is written row by row while it is read, so memory does not grow with it. The
 * packages that write xlsx either keep a workbook, or write one sheet as a stream, or are not kept any more.
 */

export type CellValue = string | number | null

export interface SheetColumn {
  heading: string
  /** In characters. */
  width: number
}

/** A sheet with a heading over each column; its rows are read when its turn comes, a batch at a time. */
export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  /** Rows below the headings, where they are to be filtered; undefined for a page of text. */
  rowCount?: number
  rows: () => AsyncIterable<readonly (readonly CellValue[])[]> | Iterable<readonly (readonly CellValue[])[]>
}

/** Rows of a sheet below its headings: what Excel can open. */
export const rowsOfSheet = 1_048_575
/** Characters of a cell: what Excel can open. */
const charactersOfCell = 32_767
const charactersOfName = 31

const styles = { text: 0, heading: 1, quoted: 2 } as const

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

/** Name of a column, from 0: A, B … Z, AA … */
const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : `${letters(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`

/** Beginnings that a program may take for a formula when the text is edited or pasted. */
const looksLikeFormula = /^[=+\-@\t\r]/

const cell = (value: CellValue, style: number): string => {
  if (value === null || value === '') return '<c/>'
  if (typeof value === 'number') return Number.isFinite(value) ? `<c><v>${value}</v></c>` : '<c/>'
  const shown = looksLikeFormula.test(value) ? styles.quoted : style
  const text = escapeXmlText(value.length > charactersOfCell ? value.slice(0, charactersOfCell) : value)
  return `<c t="inlineStr"${shown === styles.text ? '' : ` s="${shown}"`}><is><t xml:space="preserve">${text}</t></is></c>`
}

const row = (values: readonly CellValue[], style: number = styles.text): string =>
  `<row>${values.map(value => cell(value, style)).join('')}</row>`

const head = (columns: readonly SheetColumn[]): string => {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>${row(
      columns.map(({ heading }) => heading),
      styles.heading,
    )}`
  )
}

async function* sheetXml({ columns, rowCount, rows }: Sheet): AsyncGenerator<string> {
  yield head(columns)
  for await (const batch of rows()) yield batch.map(values => row(values)).join('')
  const filter =
    rowCount === undefined
      ? ''
      : `<autoFilter ref="A1:${letters(Math.max(0, columns.length - 1))}${rowCount + 1}"/>`
  yield `</sheetData>${filter}</worksheet>`
}

const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE8ECF2"/></patternFill></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  '<cellXfs count="3"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>'

/** Names of sheets as Excel takes them: without its own characters, short, and no two alike. */
export const sheetNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>()
  return names.map(name => {
    const plain =
      name
        .replace(/[\\/*?:[\]]/g, ' ')
        .replace(/^'+|'+$/g, '')
        .trim() || 'Sheet'
    for (let count = 1; ; count++) {
      const ending = count === 1 ? '' : ` (${count})`
      const tried = `${plain.slice(0, charactersOfName - ending.length)}${ending}`
      if (taken.has(tried.toLowerCase())) continue
      taken.add(tried.toLowerCase())
      return tried
    }
  })
}

const workbookXml = (names: readonly string[]): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
    .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`

const relationshipsXml = (targets: readonly { type: string; target: string }[]): string =>
  `${declaration}<Relationships xmlns="${packaged}/relationships">${targets
    .map(
      ({ type, target }, at) =>
        `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypesXml = (sheets: number): string => {
  const parts = [
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...Array.from({ length: sheets }, (_, at) => [`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet']),
  ]
  return (
    `${declaration}<Types xmlns="${packaged}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    parts
      .map(([part, type]) => `<Override PartName="${part}" ContentType="${spreadsheet}.${type}+xml"/>`)
      .join('') +
    '</Types>'
  )
}

/** Level of compression: a higher one takes twice as long and saves a tenth. */
const compressionLevel = 3

/** A workbook as a stream of its bytes; sheets are read one after the other. A fault of a sheet is one of the stream. */
export const workbook = (sheets: readonly Sheet[]): Readable => {
  const zip = new yazl.ZipFile()
  const output = Readable.from(zip.outputStream)
  const names = sheetNames(sheets.map(({ name }) => name))
  const add = (path: string, content: string): void => zip.addBuffer(Buffer.from(content), path)
  add('[Content_Types].xml', contentTypesXml(sheets.length))
  add('_rels/.rels', relationshipsXml([{ type: 'officeDocument', target: 'xl/workbook.xml' }]))
  add('xl/workbook.xml', workbookXml(names))
  add(
    'xl/_rels/workbook.xml.rels',
    relationshipsXml([
      ...sheets.map((_, at) => ({ type: 'worksheet', target: `worksheets/sheet${at + 1}.xml` })),
      { type: 'styles', target: 'styles.xml' },
    ]),
  )
  add('xl/styles.xml', stylesXml)
  sheets.forEach((sheet, at) => {
    zip.addReadStreamLazy(`xl/worksheets/sheet${at + 1}.xml`, { compressionLevel }, give => {
      const content = Readable.from(sheetXml(sheet), { objectMode: false })
      content.on('error', error => output.destroy(error))
      give(null, content)
    })
  })
  zip.end()
  return output
}
