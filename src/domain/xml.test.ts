import { expect, it } from 'vitest'
import { escapeXml } from './xml.ts'

it.each([
  [`Tom & "Ann" <O'Neill>`, `Tom &amp; &quot;Ann&quot; &lt;O'Neill&gt;`],
  ['&amp;', '&amp;amp;'],
  ['one\r\ntwo\tthree', 'one&#13;&#10;two&#9;three'],
  ['Ŵ 𝄞 – nothing', 'Ŵ 𝄞 – nothing'],
])('escapes %j', (text, written) => {
  expect(escapeXml(text)).toBe(written)
})
