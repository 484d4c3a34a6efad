// The TikTok pixel: JSON to analytics.tiktok.com/api/v2/pixel; older versions to /api/v1/track, in early scripts as a form or in the URL.
import {
  addressOf,
  fieldsOf,
  isHost,
  isObject,
  jsonOf,
  listOf,
  objectOf,
  type Plain,
  type Provider,
  type TrackingRequest,
  textOf,
} from "./provider.ts";

const AUTOMATIC: ReadonlySet<string> = new Set(["Metadata", "EnrichAM", "ClickButton", "PageLeave"]);

export const tiktok: Provider = {
  id: "tiktok",
  label: "TikTok pixel",
  matches(request) {
    const url = addressOf(request);
    return (
      url !== null &&
      (isHost(url.hostname, "analytics.tiktok.com") || /^analytics[\w-]*\.tiktok(w)?\.(com|us)$/.test(url.hostname)) &&
      /^\/api\/v\d+\/(?:pixel|performance|track)/.test(url.pathname) &&
      !/\/pixel\/(?:perf|config)/.test(url.pathname)
    );
  },
  parse(request) {
    const body = jsonOf(request.body) ?? fieldsBody(request);
    const messages =
      isObject(body) && Array.isArray(body.batch) ? listOf(body.batch) : Array.isArray(body) ? listOf(body) : [body];
    return messages.flatMap((message) => {
      const event = objectOf(message);
      const name = textOf(event.event);
      if (name === "") return [];
      const context = objectOf(event.context);
      return [
        {
          name,
          account: textOf(objectOf(context.pixel).code),
          page: textOf(objectOf(context.page).url) || null,
          parameters: objectOf(event.properties),
          typed: true,
          automatic: AUTOMATIC.has(name),
        },
      ];
    });
  },
};

/** Reads the fields of a URL or form: plain ones, and `context` and `properties` as JSON. */
function fieldsBody(request: TrackingRequest): Plain {
  const fields = fieldsOf(request);
  const event = fields.get("event") ?? "";
  if (event === "") return {};
  const pixel = { code: fields.get("sdkid") ?? fields.get("pixel_code") ?? "" };
  const context = objectOf(jsonOf(fields.get("context")));
  return {
    event,
    context: { pixel, page: { url: fields.get("url") ?? "" }, ...context },
    properties: objectOf(jsonOf(fields.get("properties"))),
  };
}
