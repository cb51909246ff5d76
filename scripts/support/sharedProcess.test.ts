import { expect, it } from 'vitest'
import { sharedProcess } from './sharedProcess.mjs'

/** Says its number, and ends with its input. */
const script = 'console.log(process.pid); process.stdin.resume()'
const processOf = (code: string) => sharedProcess(process.execPath, ['-e', code], {})

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('is started once, when it is first asked for, and ends when it is no longer needed', async () => {
  const shared = processOf(script)
  const lines = await Promise.all([shared.line(), shared.line()])
  lines.push(await shared.line())
  expect(new Set(lines).size).toBe(1)
  const pid = Number(lines[0])
  expect(isAlive(pid)).toBe(true)
  await shared.stop()
  expect(isAlive(pid)).toBe(false)
})

it('that nobody has asked for is not started to be ended', async () => {
  await expect(processOf('process.exit(1)').stop()).resolves.toBeUndefined()
})

it('says so where it ends before it is ready', async () => {
  const broken = processOf('process.exit(1)')
  await expect(broken.line()).rejects.toThrow('has ended before it was ready')
  await broken.stop()
})
