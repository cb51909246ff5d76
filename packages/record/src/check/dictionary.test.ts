import { expect, test } from 'vitest'
import { compileSchema } from '../schema/compileSchema.ts'
import { dictionaryOf } from './dictionary.ts'

const schema = compileSchema(`<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="Mode"><xs:restriction base="xs:string">
    <xs:enumeration value="01"><xs:annotation><xs:documentation>Full time</xs:documentation></xs:annotation></xs:enumeration>
    <xs:enumeration value="31"><xs:annotation><xs:documentation>Part time</xs:documentation></xs:annotation></xs:enumeration>
  </xs:restriction></xs:simpleType>
  <xs:simpleType name="Name"><xs:restriction base="xs:string">
    <xs:minLength value="1"/><xs:maxLength value="50"/>
  </xs:restriction></xs:simpleType>
  <xs:complexType name="Course">
    <xs:annotation><xs:documentation>A course of the provider.</xs:documentation></xs:annotation>
    <xs:sequence>
      <xs:element name="COURSEID" type="Name"><xs:annotation><xs:documentation>Its identifier.</xs:documentation></xs:annotation></xs:element>
      <xs:element name="MODE" type="Mode" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="Record"><xs:complexType><xs:sequence>
    <xs:element name="Course" type="Course" maxOccurs="unbounded">
      <xs:annotation><xs:appinfo source="key">COURSEID</xs:appinfo></xs:annotation>
    </xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`)

test('a dictionary has the fields of each entity with form, codes, length and occurrence', () => {
  const entities = dictionaryOf(schema)
  const course = entities.find(({ name }) => name === 'Course')
  expect(course).toMatchObject({
    path: 'Record/Course',
    description: 'A course of the provider.',
    isRequired: true,
    isRepeatable: true,
  })
  expect(course?.fields).toMatchObject([
    {
      entity: 'Course',
      field: 'COURSEID',
      description: 'Its identifier.',
      codes: [],
      minLength: 1,
      maxLength: 50,
      isRequired: true,
      isRepeatable: false,
      isKey: true,
    },
    {
      entity: 'Course',
      field: 'MODE',
      form: 'a code of its list',
      codes: [
        { code: '01', label: 'Full time' },
        { code: '31', label: 'Part time' },
      ],
      minLength: 2,
      maxLength: 2,
      isRequired: false,
      isKey: false,
    },
  ])
})
