import type { OrganisationType } from '../../src/domain/organisation.ts'
import { product } from '../../src/domain/product.ts'

/** Organisations, people and collections of the demonstration (decisions §5). Everything here is made up. */
export interface DemonstrationOrganisation {
  id: string
  type: OrganisationType
  name: string
  onboarded: boolean
  provider?: { ukprn: string; countryCode: string; region: string; regulatorCode: string; riskCode: string }
}

export interface DemonstrationUser {
  id: string
  name: string
  organisations: { id: string; role: string[] }[]
}

const provider = (
  id: string,
  name: string,
  countryCode: string,
  region: string,
  regulatorCode: string,
  riskCode: string,
  onboarded = true,
): DemonstrationOrganisation => ({
  id,
  type: 'provider',
  name,
  onboarded,
  provider: { ukprn: `1000${id}`, countryCode, region, regulatorCode, riskCode },
})

export const organisations: readonly DemonstrationOrganisation[] = [
  provider('0001', 'University of Ashby', 'E', 'East Midlands', '5016', '01'),
  provider('0002', 'Brackley Institute of Arts', 'E', 'East Midlands', '5016', '02'),
  provider('0003', 'Cardigan Bay University', 'W', 'Wales', '5002', '01'),
  provider('0004', 'Dunmore College', 'N', 'Northern Ireland', '5004', '02'),
  provider('0005', 'Elgin University', 'S', 'Scotland', '5003', '01', false),
  { id: product.key, type: 'agency', name: product.name, onboarded: true },
  { id: '5016', type: 'statutory_customer', name: 'Office for Higher Education', onboarded: true },
  { id: '5002', type: 'statutory_customer', name: 'Funding Council for Wales', onboarded: true },
  { id: '5101', type: 'statutory_customer', name: 'Teacher Training Board', onboarded: true },
]

export const regulators = [
  { code: '5016', name: 'Office for Higher Education', shortName: 'OHE', typeCode: '01', countries: ['E'] },
  { code: '5002', name: 'Funding Council for Wales', shortName: 'FCW', typeCode: '01', countries: ['W'] },
  { code: '5003', name: 'Funding Council for Scotland', shortName: 'FCS', typeCode: '01', countries: ['S'] },
  { code: '5004', name: 'Department for Colleges', shortName: 'DfC', typeCode: '01', countries: ['N'] },
  { code: '5101', name: 'Teacher Training Board', shortName: 'TTB', typeCode: '02', countries: ['E'] },
  {
    code: product.key,
    name: product.name,
    shortName: product.name,
    typeCode: '03',
    countries: ['E', 'W', 'S', 'N'],
  },
] as const

const person = (id: string, name: string, organisation: string, ...role: string[]): DemonstrationUser => ({
  id,
  name,
  organisations: [{ id: organisation, role }],
})

export const users: readonly DemonstrationUser[] = [
  person('ashby-submitter', 'Amira Hassan', '0001', 'submitter'),
  person('ashby-signoff', 'Thomas Whitby', '0001', 'submitter', 'sign-off'),
  person('ashby-ovt', 'Grace Okafor', '0001', 'ovt-submitter'),
  person('ashby-guest', 'Peter Lindqvist', '0001', 'guest'),
  person('brackley-submitter', 'Sian Carver', '0002', 'submitter'),
  person('brackley-signoff', 'Daniel Mbeki', '0002', 'submitter', 'sign-off'),
  person('brackley-software', 'Northlight Software', '0002', 'software-supplier-ovt-submitter'),
  person('cardigan-signoff', 'Eleri Pryce', '0003', 'submitter', 'sign-off'),
  person('dunmore-signoff', 'Conor Magee', '0004', 'submitter', 'sign-off'),
  person('bedel-admin', 'Ruth Calloway', product.key, 'admin'),
  person('bedel-analyst', 'Ivo Marsh', product.key, 'analyst'),
  person('bedel-staff', 'Helen Stroud', product.key),
  person('bedel-special', 'Nadia Rahman', product.key, 'special-category', 'special-category-edit'),
  person('bedel-pii', 'Owen Fairley', product.key, 'pii-edit', 'non-pii-edit'),
  person('bedel-anon', 'Lucy Tan', product.key, 'anon-data-user'),
  person('ohe-analyst', 'Marcus Bell', '5016', 'analyst'),
  person('ohe-delivery', 'Joanna Frost', '5016', 'data-delivery'),
  person('fcw-analyst', 'Rhys Llewelyn', '5002', 'analyst'),
  person('ttb-analyst', 'Priya Nair', '5101', 'analyst'),
  {
    id: 'supplier',
    name: 'Quadrant Systems',
    organisations: [
      { id: '0001', role: ['submitter'] },
      { id: '0002', role: ['submitter'] },
      { id: '0005', role: ['submitter'] },
    ],
  },
]

/** Records of the demonstration: it collects the first, and publishes the second for a stream that is not available. */
export const demonstrationRecord = 'student'
export const secondRecord = 'staff'

/** Whom providers of the demonstration ask about a collection. */
export const supportContact = `student@${product.key}.example`

/** The collection of the year that is over in the demonstration. */
export const lastCollection = '22056'

/** Collections of the demonstration, by state id (decisions §5). */
export const collections = [
  {
    reference: lastCollection,
    name: 'Student 2022/23',
    year: 2022,
    stateId: 5,
    specification: '22056_1.3.0',
    schema: '22056_1_3_0',
    ruleset: '22056_1.3.0',
  },
  {
    reference: '23056',
    name: 'Student 2023/24',
    year: 2023,
    stateId: 3,
    specification: '23056_1.0.0',
    schema: '23056_1_0_0',
    ruleset: '23056_1.0.0',
  },
  {
    reference: '24056',
    name: 'Student 2024/25',
    year: 2024,
    stateId: 7,
    specification: '24056_1.2.0',
    schema: '24056_1_2_0',
    ruleset: '24056_1.2.0',
  },
  {
    reference: '25056',
    name: 'Student 2025/26',
    year: 2025,
    stateId: 1,
    specification: undefined,
    schema: undefined,
    ruleset: undefined,
  },
] as const

const towns = [
  'Harwell',
  'Linton',
  'Marsden',
  'Norbury',
  'Oakham',
  'Penrith',
  'Ryde',
  'Selby',
  'Tring',
  'Whitby',
]
const kinds = ['University of', 'College of', 'Institute of']

/** Generated providers for load (`DEMO_PROVIDERS`), from id 1001. */
export const generatedProviders = (count: number): DemonstrationOrganisation[] =>
  Array.from({ length: count }, (_, index) => {
    const id = String(1001 + index)
    const [country, region, regulator] = (
      [
        ['E', 'South East', '5016'],
        ['E', 'North West', '5016'],
        ['W', 'Wales', '5002'],
        ['S', 'Scotland', '5003'],
        ['N', 'Northern Ireland', '5004'],
      ] as const
    )[index % 5] ?? ['E', 'South East', '5016']
    const name = `${kinds[index % kinds.length]} ${towns[index % towns.length]} ${Math.floor(index / towns.length) + 1}`
    return provider(id, name, country, region, regulator, index % 3 === 0 ? '02' : '01')
  })
