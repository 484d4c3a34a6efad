// The search attributes of every run, for lists and filters in the Temporal UI: a run cannot be started without them.
import type { OperatorService } from "@temporalio/client";
import { isGrpcServiceError } from "@temporalio/client";
import { messageOf } from "../../domain/errors.ts";
import { SEARCH_ATTRIBUTES } from "../../domain/workflowNames.ts";
import { GRPC } from "./grpc.ts";

/** All of type Keyword: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD. */
const KEYWORD = 2;
/** gRPC's codes for "you may not" and "there is no such thing here": a cloud does not allow this call. */
const NOT_HERE = new Set([7, 12]);

/** The attributes are missing and cannot be added by this service; the message has the command for an operator. */
export class SearchAttributesError extends Error {
  override readonly name = "SearchAttributesError";
}

/**
 * Adds what the namespace lacks; safe for several processes at once. A server that does not let us look is believed to have them.
 * Rejects with SearchAttributesError when it has not and will not add them, with the client's error while it is unavailable.
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
    // Whoever calls tries again.
    if (isGrpcServiceError(error) && (error.code === GRPC.unavailable || error.code === GRPC.deadline)) throw error;
    const flags = missing.map((name) => `--name ${name} --type Keyword`).join(" ");
    throw new SearchAttributesError(
      `Temporal's namespace ${namespace} lacks search attributes that runs need, and they could not be added (${messageOf(error)}). ` +
        `Add them: temporal operator search-attribute create --namespace ${namespace} ${flags}`,
    );
  }
}
