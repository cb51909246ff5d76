/** Prints how a command is called and ends with 0 where its caller asked for that with `--help` or `-h`. */
export declare const helpOn: (usage: string) => void
