// An error with a way out that only the gateway knows.
import { ProductError } from "../../domain/errors.ts";
import type { NextAction } from "./tool.ts";

/** The same error with a sentence about what to do and the calls that do it. The CI shape contains only the sentence. */
export class GuidedError extends ProductError {
  readonly nextActions: NextAction[];

  constructor(
    { code, message, details, recoverable: usual }: ProductError,
    hint: string,
    nextActions: NextAction[],
    { recoverable = usual }: { recoverable?: boolean } = {},
  ) {
    super(code, `${message} ${hint}`, details, { recoverable });
    this.name = "GuidedError";
    this.nextActions = nextActions;
  }
}
