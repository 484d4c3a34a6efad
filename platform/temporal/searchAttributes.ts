// The search attributes of every run, for lists and filters in the Temporal UI: a run cannot be started without them.
import type { OperatorService } from "@temporalio/client";
import { isGrpcServiceError } from "@temporalio/client";
import { messageOf } from "../../domain/errors.ts";
import { SEARCH_ATTRIBUTES } from "../../domain/workflowNames.ts";
import { GRPC } from "./grpc.ts";

/** All of type Keyword: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD. */
const KEYWORD = 2;
/** gRPC's codes for "permission denied" and "unimplemented": a cloud service may not allow this call. */
const NOT_HERE = new Set([7, 12]);

/** Thrown if attributes are missing and the service cannot add them; the message contains the command for an operator. */
export class SearchAttributesError extends Error {
  override readonly name = "SearchAttributesError";
}

/**
 * Adds missing attributes to the namespace; safe to call from several processes at the same time. If the server does not allow listing
 * them, they are assumed to exist. Rejects with SearchAttributesError if they are missing and cannot be added, with the client's error
 * while it is unavailable.
 */
export async function ensureSearchAttributes(
  operator: Pick<OperatorService, "listSearchAttributes" | "addSearchAttributes">,
  namespace: string,
): Promise<void> {
  let missing: string[];
  try {
    const { customAttributes } = await operator.listSearchAttributes({ namespace });
    missing = Object.values(SEARCH_ATTRIBUTES).filter((name) => customAttributes?.[name] === undefined);
  } catch (error) {
    if (isGrpcServiceError(error) && NOT_HERE.has(error.code)) return;
    throw error;
  }
  if (missing.length === 0) return;
  try {
    const searchAttributes = Object.fromEntries(missing.map((name) => [name, KEYWORD]));
    await operator.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    // The caller retries.
    if (isGrpcServiceError(error) && (error.code === GRPC.unavailable || error.code === GRPC.deadline)) throw error;
    const flags = missing.map((name) => `--name ${name} --type Keyword`).join(" ");
    throw new SearchAttributesError(
      `Temporal's namespace ${namespace} lacks search attributes that runs need, and they could not be added (${messageOf(error)}). ` +
        `Add them: temporal operator search-attribute create --namespace ${namespace} ${flags}`,
    );
  }
}
