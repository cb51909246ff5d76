/** Prints rows as a table: the first column to the left, all others to the right. */
export const printTable = (rows: readonly (readonly string[])[]): void => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(cells => cells[column]?.length ?? 0)),
  )
  for (const cells of rows) {
    console.log(
      cells
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
  }
}

/** A number with its thousands apart. */
export const count = (value: number): string => value.toLocaleString('en-GB')

/** A chart as the commands name it: `submission-lifecycle`, also where its id in code is given. */
export const chartName = (id: string): string => id.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
