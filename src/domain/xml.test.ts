import { expect, it } from 'vitest'
import { escapeXml, escapeXmlText } from './xml.ts'

it.each([
  [`Tom & "Ann" <O'Neill>`, `Tom &amp; &quot;Ann&quot; &lt;O'Neill&gt;`],
  ['&amp;', '&amp;amp;'],
  ['one\r\ntwo\tthree', 'one&#13;&#10;two&#9;three'],
  ['Ŵ 𝄞 – nothing', 'Ŵ 𝄞 – nothing'],
])('escapes %j', (text, written) => {
  expect(escapeXml(text)).toBe(written)
})

it.each([
  [`Tom & "Ann" <O'Neill>`, `Tom &amp; "Ann" &lt;O'Neill&gt;`],
  ['one\r\ntwo\tthree', 'one&#13;\ntwo\tthree'],
  ['a\0b\ud800c\uffff', 'a\ufffdb\ufffdc\ufffd'],
  ['Ŵ 𝄞 – nothing', 'Ŵ 𝄞 – nothing'],
])('escapes %j in an element', (text, written) => {
  expect(escapeXmlText(text)).toBe(written)
})
