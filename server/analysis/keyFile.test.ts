import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openKeyFile } from './keyFile.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'key-file-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it('gives back what was added, from any place', () => {
  const store = openKeyFile(folder)
  expect(store.append(bytes('first'))).toBe(0)
  expect(store.append(bytes('second'))).toBe(5)
  const read = new Uint8Array(6)
  store.read(5, read)
  expect(new TextDecoder().decode(read)).toBe('second')
  store.close()
})

it('makes no file where nothing is added', () => {
  openKeyFile(folder).close()
  expect(readdirSync(folder)).toEqual([])
})

it.skipIf(process.platform === 'win32')('has no name while it is open, so that a kill leaves nothing', () => {
  const store = openKeyFile(folder)
  store.append(bytes('9811681234562'))
  expect(readdirSync(folder)).toEqual([])
  store.close()
  expect(existsSync(join(folder, 'keys'))).toBe(false)
})

it('says so where the file is shorter than what was added', () => {
  const store = openKeyFile(folder)
  store.append(bytes('x'))
  expect(() => store.read(0, new Uint8Array(2))).toThrow('not whole')
  store.close()
})

it('lets 150,000 keys be compared in a fraction of the memory that they would take', {
  timeout: 120_000,
}, () => {
  const here = import.meta.dirname
  const script = `
    import { compileSchema, createChecker } from ${JSON.stringify(import.meta.resolve('bedel-record'))}
    import { openKeyFile } from ${JSON.stringify(join(here, 'keyFile.ts'))}
    const schema = compileSchema(\`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r">
      <xs:complexType><xs:sequence><xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:attribute name="k"/></xs:complexType></xs:element></xs:sequence></xs:complexType>
      <xs:key name="item"><xs:selector xpath="i"/><xs:field xpath="@k"/></xs:key></xs:element></xs:schema>\`)
    const store = openKeyFile(process.argv[2])
    const checker = createChecker(schema, { keys: { limit: 1_000_000, store } })
    checker.write(Buffer.from('<r>\\n'))
    for (let from = 0; from < 150_000; from += 1_000)
      checker.write(Buffer.from(Array.from({ length: 1_000 }, (_, at) => '<i k="' + (from + at) + '"/>\\n').join('')))
    checker.write(Buffer.from('<i k="149999"/></r>'))
    const { findings } = checker.end()
    store.close()
    console.log(JSON.stringify(findings.map(({ line, value, message }) => [line, value, message])))`
  // Their table would take some 30 MB: without the file the process ends for want of memory.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=20', '--input-type=module', '-', folder],
    { input: script, encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual([
    [
      150_002,
      '149999',
      '149999 stands more than once where key "item" allows it once; the first is in line 150001.',
    ],
  ])
})
