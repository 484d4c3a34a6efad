/** A part that cannot be had: what, why, and the command that mends it, in one line. */
export declare class SetupError extends Error {}
/** Runs a program to its end and answers its output; rejects with its last words. */
export declare function run(
  command: string,
  args: string[],
  options: {
    what: string;
    log: (line: string) => void;
    env?: Record<string, string>;
    cwd?: string;
    timeoutMs?: number;
  },
): Promise<string>;
