import { signedHeaders } from "../../../platform/webhookSignature.ts";
import type { Sender } from "../sending.ts";
import { post } from "./post.ts";

/** Sends a signed POST with the message's JSON. */
export const sendWebhook: Sender = (deps, { secrets: { url = "", secret = "" }, eventId, body, at }) =>
  post(deps, url, { id: eventId, headers: signedHeaders(secret, { id: eventId, at, body }), body });
