import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { parse } from 'yaml'

/**
 * GitHub's own parser of workflows. It imports its schema without naming the type of the file, which Node refuses: the
 * type is added while the package loads.
 */
const loadParser = async () => {
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  })
  try {
    return await import('@actions/workflow-parser')
  } finally {
    hooks.deregister()
  }
}

/** Every value of the property `key` below a value of a YAML file. */
const valuesOf = (value: unknown, key: string): string[] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([name, item]) =>
        name === key && typeof item === 'string' ? [item] : valuesOf(item, key),
      )

/** An action of a repository with its version, an action in this repository, or an image. */
const action = /^(?:[\w.-]+(?:\/[\w.-]+)+@[\w./-]+|\.\/\S+|docker:\/\/\S+)$/

/**
 * What is wrong with a workflow of GitHub Actions, each with its line; empty for a good one. GitHub's parser checks keys,
 * expressions and the order of jobs. It accepts an action without a version and a program that does not exist.
 *
 * @param file its name in the results
 * @param root the folder that the workflow runs in
 */
export const workflowFaults = async (file: string, content: string, root: string): Promise<string[]> => {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await loadParser()
  const { context, value } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  const faults = context.errors.getErrors().map(({ message }) => message)
  // What cannot be parsed cannot be read for the rest.
  if (faults.length > 0) return faults
  const workflow: unknown = parse(content)
  const programs = valuesOf(workflow, 'run').flatMap(run => run.match(/(?<=^|\s)\.ci\/[\w-]+/g) ?? [])
  return [
    ...valuesOf(workflow, 'uses')
      .filter(name => !action.test(name))
      .map(name => `${file}: "${name}" must be an action with its version, such as actions/checkout@v6`),
    ...programs
      .filter(program => !existsSync(join(root, program)))
      .map(program => `${file}: ${program} does not exist`),
  ]
}
