/* Loaded before a server, it ends the process as soon as that says that it serves, before anything else can run. */
const { log } = console
console.log = (...said: unknown[]): void => {
  log(...said)
  if (String(said[0]).startsWith('Ready at ')) process.kill(process.pid, 'SIGTERM')
}
