/** Ends this process with its input or by a signal, once what it has started is stopped. */
export const endWithInput = (stop: () => Promise<void>): void => {
  let isEnding = false
  const end = (): void => {
    if (isEnding) return
    isEnding = true
    void stop().then(() => process.exit())
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
  process.stdin.resume().once('end', end)
}
