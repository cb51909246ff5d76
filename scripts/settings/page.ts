import { settingForm } from '../../server/config.ts'
import { groups, type SettingText } from './texts.ts'

/** A value of a setting as the page shows it: an object as pairs with commas, as `CALLS_PER_MINUTE` is written. */
const shown = (value: unknown): string => {
  if (value === undefined) return 'none'
  if (typeof value !== 'object' || value === null) return `\`${value}\``
  return Object.entries(value)
    .map(([name, part]) => `\`${name}=${part}\``)
    .join(', ')
}

const rowOf = ([name, { meaning, standard }]: [string, SettingText]): string => {
  const form = settingForm(name)
  const cells = [`\`${name}\``, standard ?? shown(form.standard), form.allowed ?? 'a folder', meaning]
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('>', '&gt;')).join(' | ')} |`
}

const sectionOf = ([heading, settings]: [string, Readonly<Record<string, SettingText>>]): string => {
  const entries = Object.entries(settings)
  const notes = entries.flatMap(([name, { note }]) => (note === undefined ? [] : [`- \`${name}\`: ${note}`]))
  return [
    `## ${heading}`,
    '',
    '| Variable | Default | Allowed | Meaning |',
    '|---|---|---|---|',
    ...entries.map(rowOf),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ].join('\n')
}

/** The names that the page explains. */
export const explainedSettings: readonly string[] = Object.values(groups).flatMap(Object.keys)

/** The page of settings as Markdown: the defaults and allowed values of `server/config.ts` with the texts of this folder. */
export const settingsPage = (): string =>
  `${[
    `---
title: Settings
order: 20
---
# Settings

<!-- Written by "npm run settings". Change server/config.ts or scripts/settings/texts.ts. -->

For operators. Every setting is an environment variable. Set it for all commands of an installation, too: commands find the
installation by its settings ([Run a command](commands.md)).

A wrong value stops the start. The message names the variable, its value and what is allowed. The log names variables that look
like settings but are not.`,
    ...Object.entries(groups).map(sectionOf),
  ].join('\n\n')}\n`
