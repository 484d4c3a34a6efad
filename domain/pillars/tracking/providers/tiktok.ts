// The TikTok pixel: JSON to analytics.tiktok.com/api/…/pixel.
import { addressOf, isHost, isObject, jsonOf, listOf, objectOf, type Provider, textOf } from "./provider.ts";

const AUTOMATIC: ReadonlySet<string> = new Set(["Metadata", "EnrichAM", "ClickButton", "PageLeave"]);

export const tiktok: Provider = {
  id: "tiktok",
  label: "TikTok pixel",
  matches(request) {
    const url = addressOf(request);
    return (
      url !== null &&
      (isHost(url.hostname, "analytics.tiktok.com") || /^analytics[\w-]*\.tiktok(w)?\.(com|us)$/.test(url.hostname)) &&
      /^\/api\/v\d+\/(?:pixel|performance)/.test(url.pathname) &&
      !/\/pixel\/(?:perf|config)/.test(url.pathname)
    );
  },
  parse(request) {
    const body = jsonOf(request.body);
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
