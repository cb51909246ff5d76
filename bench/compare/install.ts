import { execFile } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installRecord } from '../../scripts/record/install.ts'
import type { Installed } from './processor.ts'

const run = promisify(execFile)

/** The last line that a program printed before it failed, or the error itself. */
const reasonOf = (error: unknown): string => {
  const { stderr = '', message } = error as { stderr?: string; message: string }
  return stderr.trim().split('\n').at(-1) || message
}

const versionOf = async (folder: string, name: string): Promise<string> =>
  JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version

/** Copies the program that checks one document beside the installed package. */
const copyProgram = async (folder: string, program: string): Promise<string> => {
  const path = join(folder, program)
  await cp(join(import.meta.dirname, 'programs', program), path)
  return path
}

/** What a package of npm has, once it is installed. */
const installedPackage = async (folder: string, name: string, program: string): Promise<Installed> => {
  const path = await copyProgram(folder, program)
  return {
    version: await versionOf(folder, name),
    commandFor: (document, schema) => [process.execPath, path, document, schema],
  }
}

/** Installs the newest version of a package of npm. */
export const fromNpm = async (folder: string, name: string, program: string): Promise<Installed> => {
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@latest`], {
      cwd: folder,
    })
  } catch (error) {
    throw new Error(reasonOf(error))
  }
  return installedPackage(folder, name, program)
}

/** Installs this repository's own package as others get it. */
export const ownPackage = async (folder: string, program: string): Promise<Installed> => {
  await installRecord(folder)
  return installedPackage(folder, 'bedel-record', program)
}

/** xmllint, if the machine has it. */
export const xmllint = async (): Promise<Installed> => {
  const { stderr } = await run('xmllint', ['--version']).catch(error => {
    throw new Error(reasonOf(error))
  })
  const [, major, minor, patch] = /version (\d+)(\d\d)(\d\d)/.exec(stderr) ?? []
  return {
    version: `libxml2 ${[major, minor, patch].map(Number).join('.')}`,
    commandFor: (document, schema) => [
      ...['xmllint', '--nonet', '--noout', '--stream', '--huge'],
      ...['--schema', schema, document],
    ],
  }
}

/** Installs the newest xmlschema in a new environment. Resolves to the Python of that. */
const intoEnvironment = async (folder: string): Promise<string> => {
  const environment = join(folder, 'python')
  await run('python3', ['-m', 'venv', environment])
  await run(join(environment, 'bin/pip'), ['install', '--quiet', '--retries', '0', 'xmlschema'])
  return join(environment, 'bin/python3')
}

const withPython = async (python: string, path: string): Promise<Installed> => {
  const { stdout } = await run(python, ['-c', 'import xmlschema; print(xmlschema.__version__)'])
  return { version: stdout.trim(), commandFor: (document, schema) => [python, path, document, schema] }
}

/** xmlschema from Python's registry. Without that, the one of the machine's own Python, such as Debian's package. */
export const xmlschema = async (folder: string, program: string): Promise<Installed> => {
  const path = await copyProgram(folder, program)
  try {
    return await withPython(await intoEnvironment(folder), path)
  } catch (error) {
    return withPython('/usr/bin/python3', path).catch(() => {
      throw new Error(reasonOf(error))
    })
  }
}
