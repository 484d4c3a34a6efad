// What trying again cannot mend. Some activities are retried without limit, as an outage may last; a defect must not be.

import { AddressRefusedError } from "../domain/net/errors.ts";
import { isDatabaseAway } from "../models/database/databaseAway.ts";
import { SealError } from "../platform/sealing.ts";

/** Errors of the language, of what a database takes, and of values that cannot be used. */
const DEFECTS = new Set([
  "TypeError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "URIError",
  "EvalError",
  "CastError",
  "ValidationError",
  "ValidatorError",
  "StrictModeError",
  "ObjectExpectedError",
  "BSONError",
  "BSONVersionError",
  "BSONRuntimeError",
  "MongoInvalidArgumentError",
  "MongoParseError",
  "AssertionError",
]);

/** Whether the error is a defect of ours, or of what is stored: no outage, and nothing that somebody threw as a failure. */
export function isDefect(error: unknown): boolean {
  if (!(error instanceof Error) || isDatabaseAway(error)) return false;
  if (error instanceof AddressRefusedError || error instanceof SealError) return true;
  return DEFECTS.has(error.name);
}
