// Detects errors that retrying cannot fix. Some activities are retried without limit, because an outage may last; defects must not be.

import { AddressRefusedError } from "../domain/net/errors.ts";
import { isDatabaseAway } from "../models/database/databaseAway.ts";
import { SealError } from "../platform/sealing.ts";

/** Errors of the language, of rejected database operations, and of unusable values. */
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

/** Returns whether the error is a defect of the service or of stored data, as opposed to an outage or a deliberately thrown failure. */
export function isDefect(error: unknown): boolean {
  if (!(error instanceof Error) || isDatabaseAway(error)) return false;
  if (error instanceof AddressRefusedError || error instanceof SealError) return true;
  return DEFECTS.has(error.name);
}
