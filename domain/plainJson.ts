import { ProductError } from "./errors.ts";

/**
 * Parses JSON from an untrusted file. Throws SyntaxError if the text is not JSON, and `validation_error` if a field is named `__proto__`,
 * which a later copy could take for the prototype of an object.
 */
export function parsePlainJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (name === "__proto__")
      throw new ProductError("validation_error", "The file contains a field with the name __proto__.");
    return value;
  });
}
