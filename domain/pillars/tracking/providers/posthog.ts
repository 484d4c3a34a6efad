// PostHog: events as JSON, alone, in a list or as a batch; in a form also as base64.
import {
  addressOf,
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

const PATH = /^\/(?:.{1,60}\/)?(?:e|i\/v0\/e|batch|capture|track|engage)\/?$/;
const TECHNICAL: ReadonlySet<string> = new Set(["token", "distinct_id"]);

export const posthog: Provider = {
  id: "posthog",
  label: "PostHog",
  matches(request) {
    const url = addressOf(request);
    if (url === null || !PATH.test(url.pathname)) return false;
    if (/(?:^|\.)posthog\.com$/.test(url.hostname)) return true;
    // Behind a path of the site's own its messages still say who they are for.
    return messagesOf(request).some((one) => /^phc_/.test(accountOf(objectOf(one))));
  },
  parse(request) {
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
