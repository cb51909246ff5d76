import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import type { UserPrincipal } from '../../../src/domain/principal.ts'
import type { ContentWire, RulesetWire, SpecificationWire } from '../../../src/domain/wire/specifications.ts'
import type { ProcessingServer } from './processingServer.ts'

/** What a schema or a ruleset is refused with. */
export interface RefusedContent {
  detail: string
  faults?: { file: string; line: number; message: string }[]
}

/** A small schema of a record of guests, with its version. */
export const guestSchema = (version: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" version="${version}">
  <xs:element name="Guests">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="Person" minOccurs="0" maxOccurs="unbounded">
          <xs:complexType>
            <xs:sequence>
              <xs:element name="ID" type="xs:string"/>
              <xs:element name="BORN" type="xs:date" minOccurs="0"/>
              <xs:element name="Stay" minOccurs="0" maxOccurs="unbounded">
                <xs:complexType>
                  <xs:sequence>
                    <xs:element name="STAYID" type="xs:string"/>
                    <xs:element name="NIGHTS" type="xs:integer" minOccurs="0"/>
                  </xs:sequence>
                </xs:complexType>
              </xs:element>
            </xs:sequence>
          </xs:complexType>
        </xs:element>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
</xs:schema>
`

export const guestRule = 'rules/Stay.NIGHTS.001.V01.yaml'

/** A ruleset of that schema. */
export const guestRuleset = (version: string, schema: string): Record<string, string> => ({
  'ruleset.yaml': `version: ${version}
record: guests
schema: ${schema}.xsd
rulePrefix: QR.GUEST.
guidance: https://example.org/
exampleCollection: 26900
exampleYear: 2023
regulators: { E: 5016 }
specialists: []
columns: { date: [BORN], number: [NIGHTS] }
links: []
functions:
  is_long: { parameters: [nights], description: A week or more., sql: nights >= 7 }
chapters: []
shading: []
summary: { students: Person, engagements: Stay }
history: { table: Earlier, columns: { ID: varchar }, rows: select ID from Person }
`,
  'example.yaml': 'Person: [{ ID: 001, BORN: 2000-01-01, Stay: [{ STAYID: A, NIGHTS: 3 }] }]\n',
  'lists/Fruit.csv': 'code,label\n01,"Apple, red"\n',
  'derived/Z_NIGHTS.yaml': `name: Z_NIGHTS
entity: Person
description: Nights of all stays.
sql: (select sum(s.NIGHTS) from Stay s where s._parent = Person._row)
examples:
  - gives: 3.0
`,
  [guestRule]: `code: Stay.NIGHTS.001
version: V01
name: Long stay of one born late
requirement: Nobody born after 2010 must stay for a week.
entity: Stay
kind: operational
population: Person.BORN > date '2010-12-31'
failure: is_long(Person.Z_NIGHTS)
details: [Stay.NIGHTS]
tolerance: 0%
examples:
  - passes: { Person.BORN: 2011-01-01, Stay.NIGHTS: 6 }
  - fails: { Person.BORN: 2011-01-01, Stay.NIGHTS: 7 }
  - outside: {}
finding: A person born late stays for too long.
`,
})

/** The files as a zip. */
export const zipped = async (files: Readonly<Record<string, string>>): Promise<Blob> => {
  const zip = new yazl.ZipFile()
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return new Blob([await buffer(zip.outputStream)], { type: 'application/zip' })
}

/** A form with a schema and its sample files. */
export const schemaForm = (
  document: string,
  samples: { accepted?: Record<string, string>; refused?: Record<string, string> } = {},
): FormData => {
  const form = new FormData()
  form.append('schema', new Blob([document]), 'schema.xsd')
  for (const [field, files] of Object.entries(samples))
    for (const [name, text] of Object.entries(files)) form.append(field, new Blob([text]), name)
  return form
}

/** Publishing by the calls. */
export const publisher = (server: Pick<ProcessingServer, 'call'>) => ({
  schema: (form: FormData, user = 'bedel-admin') =>
    server.call<ContentWire & RefusedContent>(user, 'POST', '/specifications/schemas', { file: form }),
  ruleset: async (
    files: Blob | Readonly<Record<string, string>>,
    user: string | UserPrincipal = 'bedel-admin',
  ) =>
    server.call<RulesetWire & RefusedContent>(user, 'POST', '/specifications/rulesets', {
      file: files instanceof Blob ? files : await zipped(files),
    }),
})

/** Makes a published ruleset Available, a specification of it, and gives that to a collection. */
export const giveTo = async (
  server: Pick<ProcessingServer, 'call'>,
  collection: string,
  { id, schema }: Pick<RulesetWire, 'id' | 'schema'>,
): Promise<void> => {
  const call = <T>(method: string, path: string, body?: unknown) =>
    server.call<T>('bedel-admin', method, path, { body })
  await call('PUT', `/specifications/rulesets/${id}/state`, { stateId: 2 })
  const made = await call<SpecificationWire>('POST', '/specifications', {
    schemaId: schema.id,
    rulesetId: id,
    versionIncrement: 'minor',
  })
  await call('POST', `/specifications/${made.body.id}/apply-configuration`)
  await call('PUT', `/specifications/${made.body.id}/state`, { stateId: 3 })
  const given = await call('PUT', `/collections/${collection}`, { specificationId: made.body.id })
  if (given.status !== 200) throw new Error(`The specification was not given: ${JSON.stringify(given.body)}`)
}
