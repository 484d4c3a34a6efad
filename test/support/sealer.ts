// Shared test sealer: deriving its key takes 50 ms of processor time, and almost every test creates an environment.
import { createSealer, type Sealer } from "../../platform/sealing.ts";

export const SECRET = "a secret for tests only, of forty characters";

let made: Sealer | undefined;

/** Returns the sealer that all tests of the process share; its only state is its key. */
export function testSealer(): Sealer {
  made ??= createSealer(SECRET);
  return made;
}
