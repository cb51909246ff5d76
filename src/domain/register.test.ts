import { describe, expect, it } from 'vitest'
import { inEnglish } from '../model/everyMessage.ts'
import { csvRecords } from './csv.ts'
import { importFileRefusal } from './importedTable.ts'
import { limits } from './limits.ts'
import { misfits, type RegisterLine, readRegister } from './register.ts'
import { onboardedAfter, previewOf, wishOf } from './registerChanges.ts'
import { type RegisterProvider, registerFileOf } from './registerFile.ts'

const head = 'instId,ukprn,name,publishedName,country,region,regulator,riskCode,awardingPowers'
const ashby: RegisterProvider = {
  instId: '0001',
  ukprn: '10000001',
  name: 'University of Ashby',
  publishedName: 'Ashby',
  country: 'E',
  region: 'East Midlands',
  regulator: '5016',
  riskCode: '01',
  awardingPowers: true,
}
const asLine = (provider: RegisterProvider, wishes: Partial<RegisterLine> = {}): RegisterLine => ({
  ...provider,
  takesPart: null,
  onboarded: null,
  contacts: [],
  ...wishes,
})
const lineOf = (provider: RegisterProvider): string =>
  Object.values({ ...provider, awardingPowers: provider.awardingPowers ? 'yes' : 'no' })
    .map(value => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(',')
const textOf = (...providers: RegisterProvider[]) => [head, ...providers.map(lineOf)].join('\r\n')

describe('records of a CSV text', () => {
  it('are read with quotes, line ends of every kind and lines within a field', () => {
    expect(csvRecords('\uFEFFa,b\r\n"1,2","say ""yes"""\n\n"two\nlines",\rlast,')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1,2', 'say "yes"'] },
      { line: 4, cells: ['two\nlines', ''] },
      { line: 6, cells: ['last', ''] },
    ])
    expect(csvRecords('')).toEqual([])
    expect(csvRecords('a,b\n')).toEqual([{ line: 1, cells: ['a', 'b'] }])
  })
})

describe('a register', () => {
  it('is read whole', () => {
    const brackley = { ...ashby, instId: '0002', ukprn: '10000002', name: 'Arts, "Brackley"', region: '' }
    expect(readRegister(textOf(ashby, brackley))).toEqual({
      providers: [
        { line: 2, provider: asLine(ashby) },
        { line: 3, provider: asLine(brackley) },
      ],
      faults: [],
      notes: [],
    })
  })

  it('is refused whole, with every value that is wrong', () => {
    const wrong = textOf(ashby, {
      ...ashby,
      instId: '2',
      ukprn: '1234',
      name: '',
      country: 'X' as 'E',
    })
    const { providers, faults } = readRegister(wrong)
    // The first line is good, so that what does not fit the portal is named with the rest.
    expect(providers).toEqual([{ line: 2, provider: asLine(ashby) }])
    expect(faults.map(({ line, column, value, reason }) => [line, column, value, reason.code])).toEqual([
      [3, 'instId', '2', 'register.fourDigits'],
      [3, 'ukprn', '1234', 'register.eightDigits'],
      [3, 'name', '', 'register.empty'],
      [3, 'country', 'X', 'register.country'],
    ])
    const columns = readRegister('instId,ukprn\n0001,10000001').faults
    expect(columns.map(({ line, column }) => [line, column])).toEqual(
      ['name', 'publishedName', 'country', 'region', 'regulator', 'riskCode', 'awardingPowers'].map(
        column => [1, column],
      ),
    )
    expect(readRegister(head).faults.map(({ reason }) => reason.code)).toEqual(['register.nothing'])
    expect(readRegister(`${textOf(ashby)}\n0002,1`).faults[0]).toMatchObject({
      line: 3,
      reason: { code: 'register.cells' },
    })
  })

  it('names each provider once', () => {
    const { faults } = readRegister(
      textOf(ashby, { ...ashby, instId: '0002' }, { ...ashby, ukprn: '10000009' }),
    )
    expect(faults.map(({ line, column, reason }) => [line, column, reason.params])).toEqual([
      [3, 'ukprn', { line: 2 }],
      [4, 'instId', { line: 2 }],
    ])
  })

  it('fits the regulators and the providers that the portal knows', () => {
    const read = [{ line: 2, provider: asLine(ashby) }]
    const standing = [{ instId: '0001', ukprn: '10000001' }]
    expect(misfits(read, { regulators: new Set(['5016']), standing })).toEqual([])
    expect(
      misfits(read, { regulators: new Set(), standing: [{ instId: '0009', ukprn: '10000001' }] }).map(
        ({ line, column }) => [line, column],
      ),
    ).toEqual([
      [2, 'regulator'],
      [2, 'ukprn'],
    ])
  })

  it('is compared with what holds now', () => {
    const known = { onboarded: false, contacts: [] }
    const other = { ...ashby, ...known, instId: '0003', ukprn: '10000003' }
    const fresh = asLine({ ...ashby, instId: '0004', ukprn: '10000004' }, { takesPart: true })
    const same = { ...ashby, instId: '0005', ukprn: '10000005' }
    const after = asLine({ ...ashby, riskCode: '02', awardingPowers: false })
    expect(
      previewOf(
        [after, fresh, asLine(same)],
        [{ ...ashby, ...known, onboarded: true }, other, { ...same, ...known }],
      ),
    ).toEqual({
      added: [fresh],
      changed: [
        {
          provider: after,
          changes: [
            { field: 'riskCode', before: '01', after: '02' },
            { field: 'awardingPowers', before: 'yes', after: 'no' },
          ],
        },
      ],
      unchanged: 1,
      undecided: 1,
      absent: [other],
    })
  })

  it('is saved with all its columns and read again', () => {
    const contacts = [
      { name: 'Ada Wells', role: 'Registrar', email: 'ada@ashby.example', phone: '+44 1234' },
      { name: 'Wilf Ott', role: '', email: 'wilf@ashby.example', phone: '' },
    ]
    const saved = registerFileOf([
      { ...ashby, isTakenIn: true, onboarded: false, contacts },
      { ...ashby, instId: '0002', ukprn: '10000002', isTakenIn: true, onboarded: true, contacts: [] },
    ])
    expect(readRegister(saved)).toEqual({
      providers: [
        { line: 2, provider: asLine(ashby, { takesPart: true, onboarded: false, contacts }) },
        {
          line: 3,
          provider: asLine(
            { ...ashby, instId: '0002', ukprn: '10000002' },
            { takesPart: true, onboarded: true },
          ),
        },
      ],
      faults: [],
      notes: [],
    })
  })

  it('changes onboarding and contacts where its optional columns are filled in', () => {
    const before = {
      ...ashby,
      onboarded: true,
      contacts: [{ name: 'Ada', role: '', email: 'ada@ashby.example', phone: '' }],
    }
    const wilf = { name: 'Wilf', role: 'Registrar', email: 'wilf@ashby.example', phone: '' }
    const changesOf = (wishes: Partial<RegisterLine>) =>
      previewOf([asLine(ashby, wishes)], [before]).changed.flatMap(({ changes }) => changes)
    expect(changesOf({ onboarded: false, contacts: [wilf] })).toEqual([
      { field: 'onboarded', before: 'yes', after: 'no' },
      { field: 'contacts', before: 'Ada <ada@ashby.example>', after: 'Wilf <wilf@ashby.example>' },
    ])
    expect(changesOf({ takesPart: false })).toEqual([{ field: 'onboarded', before: 'yes', after: 'no' }])
    expect(changesOf({ takesPart: true })).toEqual([])
    expect(changesOf({})).toEqual([])
  })

  // takesPart, onboarded; what becomes of a new provider; whether one that was not and one that was onboarded is afterwards, if the
  // importer chose to onboard.
  it.for([
    [null, null, null, true, true],
    [true, null, 'TAKE_IN', false, true],
    [null, true, 'ONBOARD', true, true],
    [true, true, 'ONBOARD', true, true],
    [true, false, 'TAKE_IN', false, false],
    [false, null, 'REGISTER', false, false],
    [null, false, 'REGISTER', false, false],
  ] as const)(
    'with takesPart %s and onboarded %s decides %s',
    ([takesPart, onboarded, wish, wasNot, was]) => {
      const line = asLine(ashby, { takesPart, onboarded })
      expect(wishOf(line)).toBe(wish)
      expect(onboardedAfter(line, { onboarded: false }, 'ONBOARD')).toBe(wasNot)
      expect(onboardedAfter(line, { onboarded: true }, 'ONBOARD')).toBe(was)
    },
  )
})

it('refuses a file above the limit of a register, with the limit, before it is read', () => {
  expect(importFileRefusal({ size: limits.registerText })).toBeUndefined()
  expect(inEnglish(importFileRefusal({ size: limits.registerText + 1 })!)).toBe(
    'The file is larger than the limit of 900.0 kB.',
  )
})

it('makes the repairs that a person chose, and no others, with a note for each', () => {
  const lines = [
    '0001,10000001,University of Ashby,Ashby,E,,OFHE,01,yes',
    '0002,10000002,Brackley,Brackley,E,,OFHE,09,yes',
    '0003,10000003,Cardigan,Cardigan,W,,5002,01,yes',
    '0003,10000003,Cardigan,Cardigan Bay,W,,5002,01,yes',
  ]
  const text = [head, ...lines].join('\n')
  const faultsOf = ({ faults }: ReturnType<typeof readRegister>) =>
    faults.map(({ line, column, choices, sameAs }) => [line, column, choices ?? sameAs])
  expect(faultsOf(readRegister(text))).toEqual([
    [3, 'riskCode', ['01', '02']],
    [5, 'instId', 4],
    [5, 'ukprn', 4],
  ])
  const repairs = [
    { kind: 'replace', line: null, column: 'regulator', value: 'OFHE', to: '5016' },
    { kind: 'replace', line: 3, column: 'riskCode', value: '09', to: '02' },
    { kind: 'leaveOut', line: 4 },
  ] as const
  const read = readRegister(text, 'utf-8', repairs)
  expect(read.faults).toEqual([])
  expect(
    read.providers.map(({ line, provider }) => [line, provider.regulator, provider.publishedName]),
  ).toEqual([
    [2, '5016', 'Ashby'],
    [3, '5016', 'Brackley'],
    [5, '5002', 'Cardigan Bay'],
  ])
  expect(read.notes.map(note => inEnglish(note))).toEqual([
    'regulator: OFHE was replaced with 5016 on 2 lines, as you chose.',
    'riskCode: 09 was replaced with 02 on line 3, as you chose.',
    'Line 4 is left out, as you chose.',
  ])
  const known = { regulators: new Set(['5002', '5016']), standing: [] }
  expect(misfits(readRegister(text, 'utf-8', repairs.slice(1)).providers, known)).toMatchObject([
    { line: 2, column: 'regulator', choices: ['5002', '5016'] },
    { line: 3, column: 'regulator', choices: ['5002', '5016'] },
  ])
})

it('leaves a line out that has too few cells', () => {
  const text = [head, '0001,10000001,Ashby,Ashby,E,,5016,01,yes', '0002,1'].join('\n')
  expect(readRegister(text, 'utf-8', [{ kind: 'leaveOut', line: 3 }])).toMatchObject({ faults: [] })
})
