// A change that was called without `confirm: true`: the person is asked where the client can ask.

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { truncate } from "../domain/text.ts";
import { type Envelope, refusal } from "./backend.ts";

/** Under which name the question and its answer travel. */
const QUESTION = "confirm";
/** Args are quoted in the question; longer ones are cut. */
const QUOTED_LENGTH = 400;

export type Confirmation = "yes" | "no" | "not asked";

/**
 * Whether the client can put a form before the person. `ofConnection` are the capabilities of the handshake: a stateless
 * HTTP request of the older revisions has none, and cannot be asked.
 */
export function canAsk(ctx: ServerContext, ofConnection: ClientCapabilities | undefined): boolean {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined;
  const { elicitation } =
    (envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ?? ofConnection ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** What the person said when this call was asked about before. */
export function confirmationOf(ctx: ServerContext): Confirmation {
  const answer = inputResponse(ctx.mcpReq.inputResponses, QUESTION);
  if (answer.kind !== "elicit") return "not asked";
  return answer.action === "accept" && answer.content?.[QUESTION] === true ? "yes" : "no";
}

export function askToConfirm(tool: string, title: string, args: Record<string, unknown>): InputRequiredResult {
  const quoted = Object.entries(args)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(", ");
  const cut = truncate(quoted, QUOTED_LENGTH + 1);
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: `Plumbline: "${title}" (${tool}) changes things${cut ? `: ${cut}` : ""}. Continue?`,
        requestedSchema: {
          type: "object",
          properties: { [QUESTION]: { type: "boolean", title: "Continue", description: `Let ${tool} do this once.` } },
          required: [QUESTION],
        },
      }),
    },
  });
}

/** Nobody may take a no for a slip and send `confirm: true` by itself. */
export function declined(tool: string): Envelope {
  return refusal(tool, {
    code: "confirm_required",
    message: `The person was asked and did not agree to ${tool}: nothing was changed. Ask them what they want instead.`,
    recoverable: false,
  });
}
