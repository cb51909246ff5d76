// Plain JavaScript for Node 20.19 and later: `npm start` and `npm test` use it before anything is installed.

/**
 * Prints how a command is called and ends with 0 where its caller asked for that with `--help` or `-h`.
 * @param {string} usage the call, in the line after `Usage:`; what its options do in the lines below
 */
export const helpOn = usage => {
  if (!process.argv.slice(2).some(word => word === '--help' || word === '-h')) return
  console.log(`Usage: ${usage}`)
  process.exit(0)
}
