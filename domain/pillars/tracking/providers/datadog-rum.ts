// Datadog RUM: one JSON object per line. Actions named by the site are custom events, all others are measurements.
import { addressOf, fieldsOf, isHost, jsonOf, MAX_EVENTS, objectOf, type Provider, textOf } from "./provider.ts";

export const datadogRum: Provider = {
  id: "datadog-rum",
  label: "Datadog RUM",
  matches(request) {
    const url = addressOf(request);
    if (url === null || !/\/api\/v2\/rum$/.test(fieldsOf(request).get("ddforward")?.split("?")[0] ?? url.pathname))
      return false;
    return (
      /(?:^|[.-])(?:datadoghq|ddog-gov)\.(?:com|eu)$/.test(url.hostname) ||
      isHost(url.hostname, "datadoghq.com") ||
      url.searchParams.has("ddforward")
    );
  },
  parse(request) {
    const lines = (request.body ?? "").split("\n").slice(0, MAX_EVENTS);
    return lines.flatMap((line) => {
      const message = objectOf(jsonOf(line));
      const type = textOf(message.type);
      if (type === "") return [];
      const action = objectOf(message.action);
      const custom = type === "action" && textOf(action.type) === "custom";
      return [
        {
          name: custom ? textOf(objectOf(action.target).name) : type,
          account: textOf(objectOf(message.application).id),
          page: textOf(objectOf(message.view).url) || null,
          parameters: custom ? objectOf(message.context) : {},
          typed: true,
          automatic: !custom,
        },
      ];
    });
  },
};
