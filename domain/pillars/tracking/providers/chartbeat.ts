// Chartbeat: heartbeats while a visitor is on the page.
import { automaticEvent, fieldsOf, goesTo, type Provider } from "./provider.ts";

export const chartbeat: Provider = {
  id: "chartbeat",
  label: "Chartbeat",
  matches: (request) => goesTo(request, ["chartbeat.net"], /^\/ping\/?$/),
  parse(request) {
    const fields = fieldsOf(request);
    const [host, path] = [fields.get("h"), fields.get("p")];
    return [automaticEvent("ping", fields.get("g") ?? "", host && path ? `https://${host}${path}` : null)];
  },
};
