// Amplitude's HTTP API: JSON with `events`, or the older form with `e`.
import { addressOf, fieldsOf, goesTo, jsonOf, listOf, objectOf, type Provider, textOf } from "./provider.ts";

export const amplitude: Provider = {
  id: "amplitude",
  label: "Amplitude",
  matches: (request) =>
    goesTo(request, ["amplitude.com"], /^\/(?:2\/httpapi|httpapi|batch|)\/?$/) &&
    /^(?:www\.)?(?:api|regionconfig)/.test(addressOf(request)?.hostname ?? ""),
  parse(request) {
    const body = objectOf(jsonOf(request.body));
    const fields = fieldsOf(request);
    const events = Array.isArray(body.events) ? body.events : jsonOf(fields.get("e"));
    const account = textOf(body.api_key) || (fields.get("client") ?? "");
    return listOf(events).flatMap((one) => {
      const event = objectOf(one);
      const name = textOf(event.event_type);
      if (name === "") return [];
      const page = textOf(objectOf(event.event_properties)["[Amplitude] Page Location"]);
      return [
        {
          name,
          account,
          page: page || null,
          parameters: objectOf(event.event_properties),
          typed: true,
          // "[Amplitude] Page Viewed", "$identify", "session_start".
          automatic: /^(?:\[Amplitude\]|\$|session_(?:start|end)$)/.test(name),
        },
      ];
    });
  },
};
