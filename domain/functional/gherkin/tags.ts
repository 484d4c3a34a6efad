// Which scenarios a tag expression chooses: `@smoke and not @slow`.
import { parse } from "@cucumber/tag-expressions";
import { ProductError } from "../../errors.ts";
import { oneLine } from "../../text.ts";

const LONGEST = 500;

/** Whether tags fulfil the expression; an empty one is fulfilled by all. Throws validation_error. */
export function tagFilter(expression: string): (tags: readonly string[]) => boolean {
  if (expression.length > LONGEST)
    throw new ProductError("validation_error", `A tag expression has at most ${LONGEST} characters.`);
  try {
    const node = parse(expression);
    // Wrong expressions such as "@a @b" are only found when they are evaluated.
    node.evaluate([]);
    return (tags) => node.evaluate([...tags]);
  } catch (error) {
    const why = error instanceof Error ? oneLine(error.message) : "";
    throw new ProductError(
      "validation_error",
      `The tag expression cannot be read. Write it like "@smoke and not @slow". ${why}`.trim(),
    );
  }
}
