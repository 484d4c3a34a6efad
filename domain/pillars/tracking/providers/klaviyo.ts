// Klaviyo: /client/events as JSON:API, and the older /api/track with base64.
import { base64Json, fieldsOf, goesTo, jsonOf, objectOf, type Provider, textOf, without } from "./provider.ts";

export const klaviyo: Provider = {
  id: "klaviyo",
  label: "Klaviyo",
  matches: (request) => goesTo(request, ["a.klaviyo.com"], /^\/(?:client\/events|api\/track)\/?$/),
  parse(request) {
    const fields = fieldsOf(request);
    const account = fields.get("company_id") ?? "";
    const attributes = objectOf(objectOf(objectOf(jsonOf(request.body)).data).attributes);
    const metric = objectOf(objectOf(objectOf(attributes.metric).data).attributes);
    const data = fields.get("data");
    const older = objectOf(data === null ? undefined : (base64Json(data) ?? jsonOf(data)));
    const name = textOf(metric.name) || textOf(older.event);
    if (name === "") return [];
    const properties = objectOf(attributes.properties ?? older.properties);
    return [
      {
        name,
        account: account || textOf(older.token),
        page: textOf(properties.$page ?? properties.page) || null,
        parameters: without(properties, (one) => one.startsWith("$")),
        typed: true,
        automatic: name === "Active on Site" || name.startsWith("__"),
      },
    ];
  },
};
