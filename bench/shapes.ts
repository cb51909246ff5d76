import { spawnSync } from 'node:child_process'
import { createWriteStream, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { buildPackage } from '../scripts/validate/package/build.ts'
import { hasXmllint, makeFile, type Spread, schemaFile, spreadOf, spreadText } from './support.ts'

/*
 * Six shapes of file, and whole processes beside whole processes: the package `bedel-validate` and xmllint, with and without the
 * schema. Seconds are those of the processor.
 */

interface Shape {
  readonly schema: string
  readonly head: string
  readonly tail: string
  /** The n-th piece of the content, a few hundred bytes. */
  piece(n: number): string
}

const xs = (body: string, attributes = ''): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${attributes}>${body}</xs:schema>`
const list = (name: string, item: string): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element ${item} maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>`
const digits = (n: number, count: number): string => String(n % 10 ** count).padStart(count, '0')

const shapes: Readonly<Record<string, Shape>> = {
  cyrillic: {
    schema: xs(
      `${list('реестр', 'ref="запись"')}<xs:element name="запись"><xs:complexType><xs:sequence>
        <xs:element name="имя"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="80"/></xs:restriction></xs:simpleType></xs:element>
        <xs:element name="город" type="xs:token"/><xs:element name="дата" type="xs:date"/><xs:element name="сумма" type="xs:decimal"/>
      </xs:sequence></xs:complexType></xs:element>`,
    ),
    head: '<реестр>\n',
    tail: '</реестр>\n',
    piece: n =>
      `<запись><имя>Александра Сергеевна Иванова ${n}</имя><город>Нижний Новгород</город><дата>2024-0${1 + (n % 9)}-1${n % 10}</дата><сумма>${n}.50</сумма></запись>\n`,
  },
  mixed: {
    schema: xs(
      `${list('book', 'ref="p"')}<xs:group name="inline"><xs:choice><xs:element ref="em"/><xs:element ref="a"/><xs:element name="code" type="xs:string"/></xs:choice></xs:group>
       <xs:complexType name="text" mixed="true"><xs:group ref="inline" minOccurs="0" maxOccurs="unbounded"/></xs:complexType>
       <xs:element name="p" type="text"/><xs:element name="em" type="text"/>
       <xs:element name="a"><xs:complexType mixed="true"><xs:attribute name="href" type="xs:anyURI" use="required"/></xs:complexType></xs:element>`,
    ),
    head: '<book>\n',
    tail: '</book>\n',
    piece: n =>
      `<p>Of the ${n} letters that were sent &amp; answered, <em>some were <code>read</code> twice</em>; the others are in <a href="chapter/${n}">the next chapter</a> of this book, which tells what became of them.</p>\n`,
  },
  ubl: {
    schema: xs(
      `${list('Invoice', 'ref="c:Line"')}<xs:element name="Line"><xs:complexType><xs:sequence>
        <xs:element name="ID"><xs:complexType><xs:simpleContent><xs:extension base="xs:normalizedString"><xs:attribute name="schemeID" type="xs:normalizedString"/><xs:attribute name="schemeAgencyName" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
        <xs:element name="Quantity"><xs:complexType><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="unitCode" type="xs:normalizedString" use="required"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
        <xs:element name="Amount" type="c:Amount" maxOccurs="2"/><xs:element name="IssueDate" type="xs:date"/>
        <xs:element name="Item"><xs:complexType><xs:sequence><xs:element name="Name" type="xs:string"/><xs:element name="Price" type="c:Amount"/></xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Amount"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currencyID" type="xs:normalizedString" use="required"/></xs:extension></xs:simpleContent></xs:complexType>`,
      'targetNamespace="urn:bench:invoice" xmlns:c="urn:bench:invoice" elementFormDefault="qualified"',
    ),
    head: '<cac:Invoice xmlns:cac="urn:bench:invoice" xmlns:cbc="urn:bench:invoice">\n',
    tail: '</cac:Invoice>\n',
    piece: n =>
      `<cac:Line><cbc:ID schemeID="SKU" schemeAgencyName="9">${n}</cbc:ID><cbc:Quantity unitCode="EA">${n % 90}</cbc:Quantity><cbc:Amount currencyID="GBP">${n}.25</cbc:Amount><cbc:IssueDate>2024-10-1${n % 10}</cbc:IssueDate><cac:Item><cbc:Name>Desk lamp</cbc:Name><cbc:Price currencyID="GBP">19.99</cbc:Price></cac:Item></cac:Line>\n`,
  },
  gpx: {
    schema: xs(
      `<xs:simpleType name="lat"><xs:restriction base="xs:decimal"><xs:minInclusive value="-90.0"/><xs:maxInclusive value="90.0"/></xs:restriction></xs:simpleType>
       <xs:simpleType name="lon"><xs:restriction base="xs:decimal"><xs:minInclusive value="-180.0"/><xs:maxExclusive value="180.0"/></xs:restriction></xs:simpleType>
       ${list('trkseg', 'ref="g:trkpt"')}<xs:element name="trkpt"><xs:complexType><xs:sequence><xs:element name="ele" type="xs:decimal" minOccurs="0"/><xs:element name="time" type="xs:dateTime" minOccurs="0"/></xs:sequence>
       <xs:attribute name="lat" type="g:lat" use="required"/><xs:attribute name="lon" type="g:lon" use="required"/></xs:complexType></xs:element>`,
      'targetNamespace="urn:bench:gpx" xmlns:g="urn:bench:gpx" elementFormDefault="qualified"',
    ),
    head: '<trkseg xmlns="urn:bench:gpx">\n',
    tail: '</trkseg>\n',
    piece: n =>
      `<trkpt lat="5${n % 10}.${digits(n * 7919, 6)}" lon="-1.${digits(n * 104729, 6)}"><ele>${n % 900}.4</ele><time>2024-06-0${1 + (n % 9)}T1${n % 10}:24:${n % 6}0Z</time></trkpt>\n`,
  },
  rows: {
    schema: xs(
      `${list('rowset', 'ref="row"')}<xs:element name="row"><xs:complexType>${[
        'id:int',
        'name:string',
        'town:token',
        'born:date',
        'seen:dateTime',
        'active:boolean',
        'amount:decimal',
        'rate:double',
        'code:NMTOKEN',
        'note:string',
      ]
        .map(one => one.split(':'))
        .map(
          ([name, type], n) =>
            `<xs:attribute name="${name}" type="xs:${type}"${n < 6 ? ' use="required"' : ''}/>`,
        )
        .join('')}</xs:complexType></xs:element>`,
    ),
    head: '<rowset>\n',
    tail: '</rowset>\n',
    piece: n =>
      `<row id="${n}" name="Ada Wells" town="Dunmore" born="199${n % 10}-03-14" seen="2024-06-01T10:24:${n % 6}0" active="true" amount="${n}.50" rate="0.${digits(n, 4)}" code="C${n % 99}" note="As last year &amp; before"/>\n`,
  },
}

const pieces = function* ({ head, tail, piece }: Shape, bytes: number): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${head}`
  for (let n = 0, written = 0; written < bytes; ) {
    let text = ''
    for (const end = n + 1000; n < end; n++) text += piece(n)
    written += Buffer.byteLength(text)
    yield text
  }
  yield tail
}

interface ShapeFile {
  readonly name: string
  readonly path: string
  readonly schema: string
}

const makeShapes = async (folder: string, megabytes: number): Promise<ShapeFile[]> => [
  { name: 'record', path: (await makeFile(folder, megabytes)).path, schema: schemaFile },
  ...(await Promise.all(
    Object.entries(shapes).map(async ([name, shape]) => {
      const path = join(folder, `${name}.xml`)
      const schema = join(folder, `${name}.xsd`)
      writeFileSync(schema, shape.schema)
      await pipeline(Readable.from(pieces(shape, megabytes * 1e6)), createWriteStream(path))
      return { name, path, schema }
    }),
  )),
]

/** Seconds of the processor that a whole command takes, its own and its children's. Throws where it fails. */
const processorSeconds = (command: string, ...args: string[]): number => {
  const { status, stderr, stdout } = spawnSync(
    'bash',
    ['-c', `TIMEFORMAT='%U %S'; time "$@" > /dev/null`, 'bash', command, ...args],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr} ${stdout}`)
  const [user = 0, system = 0] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  return user + system
}

export interface ShapeFigures {
  name: string
  megabytes: number
  /** Ours ÷ xmllint's, seconds of the processor, with the schema. Aim: 0.7. */
  schemaToXmllint: Spread | null
  /** Without a schema. Aim: 1. */
  wellFormedToXmllint: Spread | null
  schemaSeconds: Spread
  wellFormedSeconds: Spread
}

/** Each shape with so many megabytes. */
export const measureShapes = async (
  folder: string,
  megabytes: number,
  runs: number,
): Promise<ShapeFigures[]> => {
  const packed = join(folder, 'package')
  await buildPackage(packed)
  const command = join(packed, 'lib/validate/main.js')
  const isCompared = hasXmllint()
  const figures: ShapeFigures[] = []
  for (const { name, path, schema } of await makeShapes(folder, megabytes)) {
    const ours = (...args: string[]) => processorSeconds(process.execPath, command, ...args, path)
    const theirs = (...args: string[]) =>
      isCompared ? processorSeconds('xmllint', '--stream', '--huge', '--noout', ...args, path) : 0
    const seconds = { schema: [] as number[], wellFormed: [] as number[] }
    const ratios = { schema: [] as number[], wellFormed: [] as number[] }
    // Ours and the peer's take turns, so that a loud minute of the machine falls on both.
    for (let run = 0; run < runs; run++) {
      seconds.schema.push(ours('--schema', schema))
      ratios.schema.push((seconds.schema.at(-1) ?? 0) / theirs('--schema', schema))
      seconds.wellFormed.push(ours('--well-formed'))
      ratios.wellFormed.push((seconds.wellFormed.at(-1) ?? 0) / theirs())
    }
    figures.push({
      name,
      megabytes: Math.round(statSync(path).size / 1e5) / 10,
      schemaToXmllint: isCompared ? spreadOf(ratios.schema) : null,
      wellFormedToXmllint: isCompared ? spreadOf(ratios.wellFormed) : null,
      schemaSeconds: spreadOf(seconds.schema),
      wellFormedSeconds: spreadOf(seconds.wellFormed),
    })
  }
  return figures
}

export const shapesLines = (figures: readonly ShapeFigures[]): string[] =>
  figures.flatMap(one => [
    `${one.name}, ${one.megabytes} MB, with the schema: ${spreadText(one.schemaSeconds)} s of the processor` +
      (one.schemaToXmllint ? `, ${spreadText(one.schemaToXmllint)} × xmllint (aim 0.7)` : ''),
    `${one.name}, without: ${spreadText(one.wellFormedSeconds)} s` +
      (one.wellFormedToXmllint ? `, ${spreadText(one.wellFormedToXmllint)} × xmllint (aim 1)` : ''),
  ])
