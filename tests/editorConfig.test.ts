import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

it('.editorconfig has the settings of the formatter in biome.json', () => {
  const { formatter } = JSON.parse(read('biome.json')) as {
    formatter: { indentStyle: string; indentWidth: number; lineWidth: number }
  }
  const [, everyFile = ''] = read('.editorconfig').split(/^\[(?:.*)\]$/m)
  const settings = Object.fromEntries(
    everyFile.matchAll(/^(\w+) = (.*)$/gm).map(([, name, value]) => [name, value]),
  )
  expect(settings).toMatchObject({
    indent_style: formatter.indentStyle,
    indent_size: String(formatter.indentWidth),
    max_line_length: String(formatter.lineWidth),
    // Biome's own defaults.
    end_of_line: 'lf',
    charset: 'utf-8',
    insert_final_newline: 'true',
  })
})
