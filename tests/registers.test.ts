import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readProviders } from '../server/administration/register.ts'
import { inEnglish } from '../server/messages.ts'
import { readRegister } from '../src/domain/register.ts'
import { decodeText } from '../src/domain/textEncoding.ts'

/*
 * Ten odd files of a register, as spreadsheets and people make them (decisions §19). The screen and `bootstrap --providers` read
 * each of them in the same way.
 */

const columns = 'instId,ukprn,name,publishedName,country,region,regulator,riskCode,awardingPowers'
const llyn = '0003,10000003,Coleg Llên,Coleg Llên,W,,5002,01,no'
const ashby = '0001,10000001,University of Ashby,Ashby,E,East Midlands,5016,02,yes'
const file = (...lines: string[]) => `${[columns, ...lines].join('\r\n')}\r\n`

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string, { mark, big = false }: { mark: boolean; big?: boolean }) => {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const tabs = (text: string) => text.replaceAll(',', '\t')

interface OddFile {
  bytes: Uint8Array
  /** Ids and names that are read; none if the file is refused. */
  read?: [instId: string, name: string][]
  notes?: string[]
  /** Line, column and reason of each fault. */
  faults?: [line: number, column: string | null, reason: string][]
}

const both: OddFile['read'] = [
  ['0001', 'University of Ashby'],
  ['0003', 'Coleg Llên'],
]

const odd: Record<string, OddFile> = {
  'UTF-8 with a mark and empty rows at its end': {
    bytes: utf8(`\uFEFF${file(ashby, llyn)},,,,,,,,\r\n\r\n`),
    read: both,
  },
  'UTF-16 with tabs, which Excel calls Unicode text': {
    bytes: utf16(tabs(file(ashby, llyn)), { mark: true }),
    read: both,
    notes: ['The file is written in UTF-16.', 'Tabs separate the columns, not commas.'],
  },
  'UTF-16 with the high byte first and without a mark': {
    bytes: utf16(file(ashby, llyn), { mark: false, big: true }),
    read: both,
    notes: ['The file is written in UTF-16.'],
  },
  'Windows-1252 with semicolons': {
    bytes: latin(file(ashby, llyn).replaceAll(',', ';')),
    read: both,
    notes: [
      'The file is not UTF-8. It was read as Windows-1252.',
      'Semicolons separate the columns, not commas.',
    ],
  },
  'without leading zeros': {
    bytes: utf8(
      file('1,10000001,A,A,E,,5016,2,yes', '3,10000003,B,B,W,,5002,1,no', '1401,10001401,C,C,E,,5016,1,no'),
    ),
    read: [
      ['0001', 'A'],
      ['0003', 'B'],
      ['1401', 'C'],
    ],
    notes: [
      'instId has lost its leading zeros. 2 values were restored, for example 1 to 0001.',
      'riskCode has lost its leading zeros. 3 values were restored, for example 2 to 02.',
    ],
  },
  'without the leading zeros of one id': {
    bytes: utf8(file(ashby, llyn.replace('0003', '3'))),
    faults: [[3, 'instId', 'must be four digits']],
  },
  'with replacement characters': {
    bytes: utf8(file(ashby, llyn.replaceAll('ê', '\uFFFD'))),
    faults: ['name', 'publishedName'].map(column => [
      3,
      column,
      'contains a character that was lost when the file was saved. Save the register again as UTF-8',
    ]),
  },
  'with an unknown risk code': {
    bytes: utf8(file(ashby.replace(',02,', ',03,'), llyn)),
    faults: [[2, 'riskCode', 'is not a known risk code. Known: 01, 02']],
  },
  'with a provider twice': {
    bytes: utf8(file(ashby, llyn, ashby)),
    faults: [
      [4, 'instId', 'is the same as on line 2'],
      [4, 'ukprn', 'is the same as on line 2'],
    ],
  },
  'with a row that lacks a cell and onboarding that contradicts itself': {
    bytes: utf8(
      [
        `${columns},takesPart,onboarded,contactName,contactEmail`,
        `${ashby},no,yes,,`,
        `${llyn},,maybe,Eleri Pryce,eleri`,
        '0004,10000004,Dunmore',
      ].join('\n'),
    ),
    faults: [
      [2, 'onboarded', 'cannot be yes if takesPart is no'],
      [3, 'onboarded', 'must be yes or no'],
      [3, 'contactEmail', 'must be an email address'],
      [4, null, 'must have 13 cells, like the first line'],
    ],
  },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registers-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('a register', () => {
  it.for(Object.entries(odd))('%s is read alike by screen and command', async ([, expected]) => {
    const { bytes, read = [], notes = [], faults = [] } = expected
    const { text, encoding } = decodeText(bytes)
    const screen = readRegister(text, encoding)
    expect(screen.faults.map(({ line, column, reason }) => [line, column, inEnglish(reason)])).toEqual(faults)
    expect(screen.notes.map(inEnglish)).toEqual(notes)
    const path = join(folder, 'register.csv')
    await writeFile(path, bytes)
    if (faults.length > 0) {
      const [line, column, reason] = faults[0]!
      const place = column === null ? '' : `, column ${column}`
      await expect(readProviders(path)).rejects.toThrow(`${path}, line ${line}${place}: ${reason} (it is`)
      return
    }
    expect(screen.providers.map(({ provider }) => [provider.instId, provider.name])).toEqual(read)
    expect(await readProviders(path)).toEqual({ providers: screen.providers, notes })
  })
})
