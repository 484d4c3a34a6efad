import { ProductError } from "./errors.ts";

/**
 * JSON of a file that somebody gave us. Throws SyntaxError where it is none, and `validation_error` where a field has the name
 * `__proto__`: a later copy could take it for the prototype of an object.
 */
export function parsePlainJson(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (name === "__proto__")
      throw new ProductError("validation_error", "The file holds a field with the name __proto__.");
    return value;
  });
}
