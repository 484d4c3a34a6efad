import { releasePort, takePort } from "./ports.ts";

/** The ports of one stack, with a line for each that had to be replaced. */
export class PortBook {
  #log: (line: string) => void;
  #taken: number[] = [];

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  async take(what: string, preferred: number): Promise<number> {
    const port = await takePort(preferred);
    if (preferred !== 0 && port !== preferred) this.#log(`port ${preferred} is taken: ${what} uses ${port}`);
    this.#taken.push(port);
    return port;
  }

  release(): void {
    for (const port of this.#taken) releasePort(port);
  }
}
