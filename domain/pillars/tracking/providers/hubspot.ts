// HubSpot: __ptq.gif for pages, __ptc.gif for forms and calls to action, __ptbe.gif for custom events.
import { addressOf, fieldsOf, goesTo, type Provider, parametersOf } from "./provider.ts";

const TECHNICAL: ReadonlySet<string> = new Set(
  "k v a rdy sd cd cs ln bfp vi nc u b cc ct fi ft pu t cts vr pi rcu r en n po id fci lt uuid".split(" "),
);

export const hubspot: Provider = {
  id: "hubspot",
  label: "HubSpot",
  matches: (request) =>
    goesTo(request, ["hubspot.com", "hsforms.com"], /^\/__pt(?:q|c|be)\.gif$/) ||
    goesTo(request, ["hubspot.com"], /^\/v1\/__pt\w+\.gif$/),
  parse(request) {
    const fields = fieldsOf(request);
    const path = addressOf(request)?.pathname ?? "";
    const named = fields.get("n") || fields.get("en") || "";
    const page = /__ptq\.gif$/.test(path);
    return [
      {
        name: page ? "page_view" : named || "interaction",
        account: fields.get("a") ?? "",
        page: fields.get("pu"),
        parameters: parametersOf(fields, TECHNICAL),
        typed: false,
        automatic: !page && named === "",
      },
    ];
  },
};
