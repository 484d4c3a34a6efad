// Mixpanel: /track with JSON, in a form also as base64; /engage only describes the visitor.
import { base64Json, fieldsOf, goesTo, jsonOf, listOf, objectOf, type Provider, textOf, without } from "./provider.ts";

const TECHNICAL: ReadonlySet<string> = new Set(["token", "distinct_id", "time", "mp_lib", "mp_sent_by_lib_version"]);

export const mixpanel: Provider = {
  id: "mixpanel",
  label: "Mixpanel",
  matches: (request) => goesTo(request, ["mixpanel.com"], /^\/(?:track|import)\/?$/),
  parse(request) {
    const data = fieldsOf(request).get("data");
    const body = jsonOf(request.body) ?? jsonOf(data) ?? (data === null ? undefined : base64Json(data));
    return (Array.isArray(body) ? listOf(body) : [body]).flatMap((one) => {
      const event = objectOf(one);
      const sent = textOf(event.event);
      if (sent === "") return [];
      const properties = objectOf(event.properties);
      return [
        {
          name: sent === "$mp_web_page_view" ? "page_view" : sent,
          account: textOf(properties.token),
          page: textOf(properties.$current_url) || textOf(properties.current_url) || null,
          parameters: without(properties, (name) => name.startsWith("$") || TECHNICAL.has(name)),
          typed: true,
          automatic: sent.startsWith("$"),
        },
      ];
    });
  },
};
