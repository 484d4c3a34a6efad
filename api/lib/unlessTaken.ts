import type { ProductError } from "../../domain/errors.ts";
import { isDuplicateKey } from "../../models/index.ts";

/** Awaits the write of something whose name is unique. Throws what `taken` returns if another one has the name. */
export async function unlessTaken<T>(written: Promise<T>, taken: () => ProductError): Promise<T> {
  try {
    return await written;
  } catch (error) {
    throw isDuplicateKey(error) ? taken() : error;
  }
}
