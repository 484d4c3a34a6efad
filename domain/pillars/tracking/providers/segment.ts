// Segment's tracking API: /v1/track, page, identify … (also by their first letter) and batches, on Segment's and other hosts.
import {
  addressOf,
  base64Json,
  isHost,
  isObject,
  jsonOf,
  listOf,
  objectOf,
  type Plain,
  type Provider,
  type ProviderEvent,
  type TrackingRequest,
  textOf,
} from "./provider.ts";

const PATH = /\/v1\/(?:track|page|screen|identify|group|alias|batch|import|t|p|s|i|g|a|b)$/;

export const segment: Provider = {
  id: "segment",
  label: "Segment",
  matches(request) {
    const url = addressOf(request);
    if (url === null || !PATH.test(url.pathname)) return false;
    if (isHost(url.hostname, "segment.io") || isHost(url.hostname, "segment.com")) return true;
    const message = segmentMessage(request);
    return "writeKey" in message || "sentAt" in message || ("messageId" in message && "anonymousId" in message);
  },
  parse(request) {
    const message = segmentMessage(request);
    const key = textOf(message.writeKey);
    if (Array.isArray(message.batch))
      return listOf(message.batch).flatMap((one) => (isObject(one) ? segmentEvent(one, key, "") : []));
    return segmentEvent(message, key, addressOf(request)?.pathname.split("/").at(-1) ?? "");
  },
};

export function segmentMessage(request: TrackingRequest): Plain {
  const data = addressOf(request)?.searchParams.get("data");
  return objectOf(request.body === null && data != null ? base64Json(data) : jsonOf(request.body));
}

/** Parses one message of the protocol that Segment and compatible providers share. */
export function segmentEvent(message: Plain, key: string, path: string): ProviderEvent[] {
  const type = textOf(message.type) || path;
  const page = textOf(objectOf(objectOf(message.context).page).url);
  const base = { account: key || textOf(message.writeKey), page: page || null, typed: true };
  if (type.startsWith("t")) return [{ ...base, name: textOf(message.event), parameters: objectOf(message.properties) }];
  if (type.startsWith("p") || type.startsWith("s"))
    return [{ ...base, name: "page_view", parameters: { ...objectOf(message.properties), name: message.name } }];
  const name = { i: "identify", g: "group", a: "alias" }[type[0] ?? ""];
  return name === undefined ? [] : [{ ...base, name, parameters: objectOf(message.traits), automatic: true }];
}
