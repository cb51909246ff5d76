import { describe, expect, it } from 'vitest'
import { attachment } from './contentDisposition.ts'

describe('attachment', () => {
  it.each([
    ['plain.xml', `attachment; filename="plain.xml"; filename*=UTF-8''plain.xml`],
    ['ŵ "q".xml', `attachment; filename="_ _q_.xml"; filename*=UTF-8''%C5%B5%20%22q%22.xml`],
    ['../../etc\\passwd', `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
    ['a\r\nSet-Cookie: x', `attachment; filename="a__Set-Cookie_ x"; filename*=UTF-8''a__Set-Cookie%3A%20x`],
    ['\u202Elmx.exe', `attachment; filename="_lmx.exe"; filename*=UTF-8''_lmx.exe`],
    ['', `attachment; filename="file"; filename*=UTF-8''file`],
  ])('writes %j safely', (name, header) => {
    expect(attachment(name)).toBe(header)
  })
})
