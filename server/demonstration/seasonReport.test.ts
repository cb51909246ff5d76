import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bytesBelow } from './seasonReport.ts'

it('counts the bytes of all files below a folder, and nothing for what is gone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'season-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'work/deep'), { recursive: true })
  writeFileSync(join(folder, 'one'), '12345')
  writeFileSync(join(folder, 'work/deep/two'), '123')
  // A file that was removed after its folder was read.
  symlinkSync(join(folder, 'removed'), join(folder, 'work/three'))
  expect(bytesBelow(folder)).toBe(8)
  expect(bytesBelow(join(folder, 'removed'))).toBe(0)
})
