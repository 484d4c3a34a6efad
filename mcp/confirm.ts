// Asks the person about a change that was called without `confirm: true`, if the client can ask.

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

/** Name of the question and of its answer. */
const QUESTION = "confirm";
/** Maximum length of the args quoted in the question. */
const QUOTED_LENGTH = 400;

export type Confirmation = "yes" | "no" | "not asked";

/**
 * Whether the client can show the person a form. `ofConnection` are the capabilities from the handshake; a stateless HTTP request of an
 * older protocol revision has none and cannot be asked.
 */
export function canAsk(ctx: ServerContext, ofConnection: ClientCapabilities | undefined): boolean {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined;
  const { elicitation } =
    (envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ?? ofConnection ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Returns what the person answered when this call was asked about before. */
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

/** Prevents the agent from treating a refusal as a mistake and sending `confirm: true` by itself. */
export function declined(tool: string): Envelope {
  return refusal(tool, {
    code: "confirm_required",
    message: `The person was asked and did not agree to ${tool}: nothing was changed. Ask them what they want instead.`,
    recoverable: false,
  });
}
