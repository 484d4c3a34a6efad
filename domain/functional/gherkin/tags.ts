// Selects scenarios with a tag expression: `@smoke and not @slow`.
import { parse } from "@cucumber/tag-expressions";
import { ProductError } from "../../errors.ts";
import { oneLine } from "../../text.ts";

const MAX_LENGTH = 500;

/** Returns a predicate for tags that match the expression; an empty expression matches all. Throws `validation_error`. */
export function tagFilter(expression: string): (tags: readonly string[]) => boolean {
  if (expression.length > MAX_LENGTH)
    throw new ProductError("validation_error", `A tag expression has at most ${MAX_LENGTH} characters.`);
  try {
    const node = parse(expression);
    // Invalid expressions such as "@a @b" are detected only when they are evaluated.
    node.evaluate([]);
    // A name without @ is no tag, so it would match nothing.
    const bare = expression.split(/(?<!\\)[\s()]+/).find((one) => !/^(?:@.*|and|or|not|)$/.test(one));
    if (bare !== undefined) throw new Error(`Tags begin with @: "@${bare}".`);
    return (tags) => node.evaluate([...tags]);
  } catch (error) {
    const why = error instanceof Error ? oneLine(error.message) : "";
    throw new ProductError(
      "validation_error",
      `The tag expression cannot be read. Write it like "@smoke and not @slow". ${why}`.trim(),
    );
  }
}
