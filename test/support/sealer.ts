// The sealer of tests: deriving its key takes 50 ms of processor time, and a world is made for nearly every test.
import { createSealer, type Sealer } from "../../platform/sealing.ts";

export const SECRET = "a secret for tests only, of forty characters";

let made: Sealer | undefined;

/** One for all tests of the process: it keeps nothing but its key. */
export function testSealer(): Sealer {
  made ??= createSealer(SECRET);
  return made;
}
