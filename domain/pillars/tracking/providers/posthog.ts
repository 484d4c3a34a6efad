// PostHog: events as JSON, singly, in a list or as a batch; in a form also as base64.
import {
  addressOf,
  automaticEvent,
  base64Json,
  fieldsOf,
  isObject,
  jsonOf,
  listOf,
  objectOf,
  type Provider,
  type TrackingRequest,
  textOf,
  without,
} from "./provider.ts";

/** The path `s` is for recordings. */
const PATH = /^\/(?:.{1,60}\/)?(?:e|i\/v0\/e|i\/v0\/ai|batch|capture|track|engage|s)\/?$/;
const TECHNICAL: ReadonlySet<string> = new Set(["token", "distinct_id"]);

export const posthog: Provider = {
  id: "posthog",
  label: "PostHog",
  matches(request) {
    const url = addressOf(request);
    if (url === null || !PATH.test(url.pathname)) return false;
    if (/(?:^|\.)posthog\.com$/.test(url.hostname)) return true;
    // On a site's own path the messages still contain the key, or the URL shows how they are compressed.
    return messagesOf(request).some((one) => /^phc_/.test(accountOf(objectOf(one)))) || isPacked(request);
  },
  parse(request) {
    const { pathname = "" } = addressOf(request) ?? {};
    if (/\/s\/?$/.test(pathname)) return [automaticEvent("recording", "")];
    // Compressed bodies are not read, but still count as a report.
    if (isPacked(request)) return [automaticEvent("packed events", "")];
    const whole = bodyOf(request);
    const key = isObject(whole) ? accountOf(whole) : "";
    return messagesOf(request).flatMap((one) => {
      const event = objectOf(one);
      const sent = textOf(event.event);
      if (sent === "") return [];
      const properties = objectOf(event.properties);
      return [
        {
          name: sent === "$pageview" ? "page_view" : sent,
          account: accountOf(event) || key,
          page: textOf(properties.$current_url) || null,
          parameters: without(properties, (name) => name.startsWith("$") || TECHNICAL.has(name)),
          typed: true,
          automatic: sent.startsWith("$"),
        },
      ];
    });
  },
};

/** Whether the body is compressed: posthog-js then names itself in the URL. */
function isPacked(request: TrackingRequest): boolean {
  const query = addressOf(request)?.searchParams;
  if (!/^gzip-js$|^lz64$/.test(query?.get("compression") ?? "") || request.method !== "POST") return false;
  return query?.has("ver") === true && query.has("_") && messagesOf(request).length === 0;
}

function bodyOf(request: TrackingRequest): unknown {
  const data = fieldsOf(request).get("data");
  return jsonOf(request.body) ?? (data === null ? undefined : (jsonOf(data) ?? base64Json(data)));
}

function messagesOf(request: TrackingRequest): unknown[] {
  const body = bodyOf(request);
  if (Array.isArray(body)) return listOf(body);
  const { batch } = objectOf(body);
  return Array.isArray(batch) ? listOf(batch) : body === undefined ? [] : [body];
}

const accountOf = (message: Record<string, unknown>): string =>
  textOf(message.api_key) || textOf(message.token) || textOf(objectOf(message.properties).token);
