import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import type {
  CallExpression,
  Expression,
  Node,
  ParameterDeclaration,
  SourceFile,
  TaggedTemplateExpression,
  VariableDeclaration,
} from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isShorthandPropertyAssignment,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Project, type Type } from 'typescript/unstable/sync'

/*
 * Every statement of the server that says what its rows are, `sql<Row>`, read from the sources by the compiler: the text that reaches
 * the database, in each of the forms that its conditions give it, and the type of its rows.
 */

/** A column of a row as TypeScript declares it. */
export interface DeclaredColumn {
  name: string
  /** Without null and undefined. */
  types: readonly string[]
  isNullable: boolean
}

export interface SqlStatement {
  /** Where it stands, for people: file and line. */
  place: string
  row: readonly DeclaredColumn[]
  /** Its text with $1, $2 … in each form; empty where it could not be put together. */
  forms: readonly string[]
  /** Why it could not be put together. */
  fault?: string
}

/** More forms than these say nothing new. */
const formsAtMost = 24
/** Stands for a parameter until its number is known. */
const parameter = '\u0001'

/** What the names of a function's parameters are given at a call. */
type Given = ReadonlyMap<Node, Bound>
interface Bound {
  expression: Expression
  given: Given
}

class Unresolved extends Error {}

const combined = (parts: readonly (readonly string[])[]): string[] =>
  parts.reduce<string[]>(
    (all, forms) => all.flatMap(one => forms.map(form => one + form)).slice(0, formsAtMost),
    [''],
  )

const textOf = (node: Node): string => (node as unknown as { text: string }).text

const literalOf = (node: Node): string | undefined =>
  isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? textOf(node) : undefined

/** Puts the texts of statements together. */
const createReader = (project: Project) => {
  const { checker } = project

  const isFragment = (type: Type | undefined): boolean => {
    const text = type ? checker.typeToString(type) : ''
    return /^(?:RawBuilder|Sql|AliasedRawBuilder)\b/.test(text)
  }

  const declarationOf = (node: Node): Node | undefined => {
    let symbol = checker.getSymbolAtLocation(node)
    // A name that is imported stands for what is exported there.
    if (symbol && isImported(symbol.declarations[0]?.resolve(project)))
      symbol = checker.getAliasedSymbol(symbol)
    return (symbol?.valueDeclaration ?? symbol?.declarations[0])?.resolve(project)
  }
  const isImported = (node: Node | undefined): boolean =>
    node !== undefined &&
    project.program.getSourceFile(fileOf(node)) !== undefined &&
    /^import\b/.test(statementOf(node))

  const fileOf = (node: Node): string => sourceOf(node).fileName
  const sourceOf = (node: Node): SourceFile => {
    let at: Node = node
    while (at.parent) at = at.parent
    return at as SourceFile
  }
  const statementOf = (node: Node): string => {
    let at: Node = node
    while (at.parent?.parent) at = at.parent
    return at.getText(sourceOf(node)).slice(0, 20)
  }

  const isSqlTag = (node: Node): boolean => isIdentifier(node) && textOf(node) === 'sql'
  const isSqlTemplate = (node: Node): node is TaggedTemplateExpression =>
    isTaggedTemplateExpression(node) && isSqlTag(node.tag)

  /** The text of an expression that is a constant string. */
  const stringOf = (node: Expression, given: Given): string => {
    const literal = literalOf(node)
    if (literal !== undefined) return literal
    if (isParenthesizedExpression(node) || isAsExpression(node)) return stringOf(node.expression, given)
    if (isTemplateExpression(node))
      return (
        textOf(node.head) +
        node.templateSpans.map(span => stringOf(span.expression, given) + textOf(span.literal)).join('')
      )
    const bound = boundTo(node, given)
    if (bound) return stringOf(bound.expression, bound.given)
    const declared = declarationOf(node)
    if (declared && isVariableDeclaration(declared) && declared.initializer)
      return stringOf(declared.initializer, given)
    const type = checker.getTypeAtLocation(node)
    const known = type && checker.typeToString(type)
    if (known && /^(?:".*"|\d+)$/.test(known)) return String(JSON.parse(known))
    throw new Unresolved(`the text ${node.getText(sourceOf(node)).slice(0, 60)}`)
  }

  /** The texts of an expression that is one of a few constant strings. */
  const stringsOf = (node: Expression, given: Given): string[] => {
    const type = boundTo(node, given) ? undefined : checker.getTypeAtLocation(node)
    const members = type?.isUnionType() ? type.getTypes().map(one => checker.typeToString(one)) : []
    return members.length > 0 && members.every(text => /^".*"$/.test(text))
      ? members.map(text => text.slice(1, -1))
      : [stringOf(node, given)]
  }

  /** The part of an object that a call was given. */
  const memberOf = ({ expression, given }: Bound, name: string): Bound | undefined => {
    if (isParenthesizedExpression(expression) || isAsExpression(expression))
      return memberOf({ expression: expression.expression, given }, name)
    if (isObjectLiteralExpression(expression)) {
      for (const one of expression.properties) {
        if (isPropertyAssignment(one) && one.name.getText(sourceOf(one)) === name)
          return { expression: one.initializer, given }
        if (isShorthandPropertyAssignment(one) && textOf(one.name) === name)
          return { expression: one.name as unknown as Expression, given }
      }
      for (const one of expression.properties)
        if ('expression' in one && one.expression) {
          const spread = memberOf({ expression: one.expression as Expression, given }, name)
          if (spread) return spread
        }
      return undefined
    }
    const bound = boundTo(expression, given)
    if (bound) return memberOf(bound, name)
    const declared = declarationOf(expression)
    return declared && isVariableDeclaration(declared) && declared.initializer
      ? memberOf({ expression: declared.initializer, given }, name)
      : undefined
  }

  /** What declares a name, also where it is the name of the property that it is given to. */
  const declaredBy = (node: Node): Node | undefined =>
    isShorthandPropertyAssignment(node.parent)
      ? checker.getShorthandAssignmentValueSymbol(node.parent)?.valueDeclaration?.resolve(project)
      : declarationOf(node)

  /** What a name stands for at the call that is followed; undefined where it is no parameter of that. */
  const boundTo = (node: Expression, given: Given): Bound | undefined => {
    if (isPropertyAccessExpression(node)) {
      const owner = boundTo(node.expression, given)
      return owner && memberOf(owner, textOf(node.name))
    }
    if (!isIdentifier(node)) return undefined
    const declared = declaredBy(node)
    if (!declared) return undefined
    const known = given.get(declared)
    if (known) return known
    if (isBindingElement(declared)) {
      const pattern = declared.parent
      const owner = isObjectBindingPattern(pattern) ? given.get(pattern.parent) : undefined
      const named = declared.propertyName ?? declared.name
      return owner && named && memberOf(owner, named.getText(sourceOf(declared)))
    }
    return undefined
  }

  interface Callable {
    parameters: readonly ParameterDeclaration[]
    body: Node
  }
  const callableOf = (node: Node | undefined): Callable | undefined => {
    if (node === undefined) return undefined
    if (isFunctionDeclaration(node) && node.body) return { parameters: [...node.parameters], body: node.body }
    if (isArrowFunction(node)) return { parameters: [...node.parameters], body: node.body }
    if (isVariableDeclaration(node) && node.initializer) return callableOf(node.initializer)
    return undefined
  }

  const resultsOf = ({ body }: Callable): Expression[] => {
    if (!isBlock(body)) return [body as Expression]
    const found: Expression[] = []
    const visit = (node: Node): void => {
      if (isReturnStatement(node) && node.expression) found.push(node.expression)
      else if (!isArrowFunction(node)) node.forEachChild(visit)
    }
    body.forEachChild(visit)
    return found
  }

  const givenBy = (call: CallExpression, { parameters }: Callable, given: Given): Given => {
    const inner = new Map(given)
    for (const [at, one] of parameters.entries()) {
      const expression = call.arguments[at] ?? one.initializer
      if (expression) inner.set(one, { expression, given })
    }
    return inner
  }

  /** The forms of a part of a statement that is SQL itself. */
  const fragmentOf = (node: Expression, given: Given): string[] => {
    if (isSqlTemplate(node)) return templateOf(node, given)
    if (isParenthesizedExpression(node) || isAsExpression(node)) return fragmentOf(node.expression, given)
    if (isConditionalExpression(node))
      return [...fragmentOf(node.whenTrue, given), ...fragmentOf(node.whenFalse, given)]
    if (isCallExpression(node)) return callOf(node, given)
    const bound = boundTo(node, given)
    if (bound) return fragmentOf(bound.expression, bound.given)
    const declared = declaredBy(node)
    if (declared && isVariableDeclaration(declared) && declared.initializer)
      return fragmentOf(declared.initializer, given)
    throw new Unresolved(node.getText(sourceOf(node)).slice(0, 60))
  }

  /** A value that is written into the text; any will do, where it is not known here. */
  const literalIn = (node: Expression, given: Given): string => {
    const type = checker.getTypeAtLocation(node)
    if (type && /^(?:number|\d+)/.test(checker.typeToString(type))) return '1'
    try {
      return `'${stringOf(node, given)}'`
    } catch (error) {
      if (error instanceof Unresolved) return "''"
      throw error
    }
  }

  /** The forms of a list that is made of something, `values.map(value => …)`: with one thing in it. */
  const listOf = (node: Expression, given: Given): string[] => {
    const made = isCallExpression(node) ? node.arguments[0] : undefined
    if (made && isArrowFunction(made))
      return resultsOf({ parameters: [], body: made.body }).flatMap(one => partOf(one, given))
    return [parameter]
  }

  const callOf = (node: CallExpression, given: Given): string[] => {
    const called = node.expression
    const [first] = node.arguments
    if (isPropertyAccessExpression(called) && isSqlTag(called.expression) && first) {
      switch (textOf(called.name)) {
        case 'raw':
          return stringsOf(first, given)
        case 'lit':
          return [literalIn(first, given)]
        case 'val':
          return [parameter]
        case 'id':
        case 'ref':
        case 'table':
          return stringsOf(first, given).map(text =>
            text
              .split('.')
              .map(part => `"${part}"`)
              .join('.'),
          )
        case 'join': {
          const between = node.arguments[1] ? (fragmentOf(node.arguments[1], given)[0] ?? ', ') : ', '
          if (isArrayLiteralExpression(first))
            return combined(
              first.elements.flatMap((one, at) => [at === 0 ? [''] : [between], partOf(one, given)]),
            )
          return listOf(first, given)
        }
      }
    }
    const callable = callableOf(declarationOf(called))
    if (!callable) throw new Unresolved(`the call ${called.getText(sourceOf(called)).slice(0, 60)}`)
    return resultsOf(callable).flatMap(one => fragmentOf(one, givenBy(node, callable, given)))
  }

  /** The forms of what stands in a template: SQL, or a value. */
  const partOf = (node: Expression, given: Given): string[] => {
    if (isFragment(checker.getTypeAtLocation(node))) return fragmentOf(node, given)
    return [parameter]
  }

  const templateOf = ({ template }: TaggedTemplateExpression, given: Given): string[] => {
    if (!isTemplateExpression(template)) return [textOf(template)]
    return combined([
      [textOf(template.head)],
      ...template.templateSpans.flatMap(span => [partOf(span.expression, given), [textOf(span.literal)]]),
    ])
  }

  /** The function that a node stands in, where parts of the statement are its parameters. */
  const enclosing = (node: Node): (Callable & { name: Node }) | undefined => {
    for (let at: Node | undefined = node.parent; at; at = at.parent) {
      const callable = isArrowFunction(at) || isFunctionDeclaration(at) ? callableOf(at) : undefined
      const owner = at.parent
      const name = isFunctionDeclaration(at)
        ? at.name
        : owner && isVariableDeclaration(owner)
          ? (owner as VariableDeclaration).name
          : undefined
      if (callable && name) return { ...callable, name }
    }
    return undefined
  }

  /** The calls of a function in the files of the server. */
  const callsTo = (name: Node, files: readonly SourceFile[]): CallExpression[] => {
    const calls: CallExpression[] = []
    for (const file of files) {
      if (!file.text.includes(textOf(name))) continue
      const visit = (node: Node): void => {
        if (
          isCallExpression(node) &&
          isIdentifier(node.expression) &&
          textOf(node.expression) === textOf(name) &&
          declarationOf(node.expression) === name.parent
        )
          calls.push(node)
        node.forEachChild(visit)
      }
      visit(file)
    }
    return calls
  }

  /** The forms of a statement; where its function is given parts of it, those of each call. */
  const formsOf = (
    node: TaggedTemplateExpression,
    files: readonly SourceFile[],
    given: Given,
    depth = 0,
  ): string[] => {
    try {
      return templateOf(node, given)
    } catch (error) {
      if (!(error instanceof Unresolved) || depth > 0) throw error
      const around = enclosing(node)
      const calls = around ? callsTo(around.name, files) : []
      if (!around || calls.length === 0) throw error
      return calls.flatMap(call => formsOf(node, files, givenBy(call, around, given), depth + 1))
    }
  }
  return { formsOf, isSqlTemplate }
}

const nullish = new Set(['null', 'undefined'])

/** A column by its type, and that of what the builder reads of it. */
const columnOf = (checker: Checker, name: string, declared: Type | undefined): DeclaredColumn => {
  const selected = declared && checker.getPropertyOfType(declared, '__select__')
  const type = selected ? checker.getTypeOfSymbol(selected) : declared
  const members = type?.isUnionType() ? type.getTypes() : type ? [type] : []
  const texts = members.map(one => checker.typeToString(one))
  return {
    name,
    types: texts.filter(text => !nullish.has(text)),
    isNullable: texts.some(text => nullish.has(text) || text === 'unknown' || text === 'any'),
  }
}

/** The columns of a row's type. */
const columnsOf = (checker: Checker, row: Type): DeclaredColumn[] =>
  checker
    .getPropertiesOfType(row)
    .map(property => columnOf(checker, property.name, checker.getTypeOfSymbol(property)))

const numbered = (form: string): string => {
  let number = 0
  return form.replaceAll(parameter, () => {
    number += 1
    return `$${number}`
  })
}

/** Whether a type is that of a whole row, and not of one value in a condition. */
const isRow = (text: string): boolean => !/^(?:boolean|string|number|Date|unknown|bigint)(?:\b|$)/.test(text)

/** What the sources say of the database. */
export interface SourcesOfSql {
  statements: SqlStatement[]
  /** The tables that the builder knows, with their columns. */
  tables: { name: string; columns: readonly DeclaredColumn[] }[]
}

/** The tables of `Database`, `server/database/schema.ts`. */
const tablesIn = ({ checker, program }: Project, root: string): SourcesOfSql['tables'] => {
  const file = program.getSourceFile(join(root, 'server/database/schema.ts'))
  const at = file?.text.indexOf('interface Database') ?? -1
  const symbol = file && checker.getSymbolAtPosition(file.fileName, at + 'interface '.length)
  if (!symbol) throw new Error('There is no interface Database in server/database/schema.ts.')
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).map(table => {
    const type = checker.getTypeOfSymbol(table)
    return { name: table.name, columns: type ? columnsOf(checker, type) : [] }
  })
}

/** Every `sql<Row>` of the server that is a statement, and the tables of the builder. */
export const readSources = (root: string): SourcesOfSql => {
  const api = new API({ cwd: root })
  try {
    const snapshot = api.updateSnapshot({ openProject: join(root, 'tsconfig.json') })
    const [project] = snapshot.getProjects()
    if (!project) throw new Error('The compiler finds no project.')
    const { checker, program } = project
    const reader = createReader(project)
    const files = globSync('server/**/*.ts', { cwd: root })
      .filter(file => !file.endsWith('.test.ts'))
      .toSorted()
      .flatMap(file => program.getSourceFile(join(root, file)) ?? [])
    const statements: SqlStatement[] = []
    for (const file of files) {
      if (!file.text.includes('sql<')) continue
      const visit = (node: Node): void => {
        if (reader.isSqlTemplate(node) && node.typeArguments?.[0]) {
          const type = checker.getTypeFromTypeNode(node.typeArguments[0])
          if (type && isRow(checker.typeToString(type))) {
            const start = node.getStart(file)
            const line = file.text.slice(0, start).split('\n').length
            const place = `${relative(root, file.fileName)}:${line}`
            const row = columnsOf(checker, type)
            try {
              const forms = [...new Set(reader.formsOf(node, files, new Map()).map(numbered))]
              statements.push({ place, row, forms })
            } catch (error) {
              if (!(error instanceof Unresolved)) throw error
              statements.push({ place, row, forms: [], fault: error.message })
            }
          }
        }
        node.forEachChild(visit)
      }
      visit(file)
    }
    return { statements, tables: tablesIn(project, root) }
  } finally {
    api.close()
  }
}
