// The Outbrain pixel: tr.outbrain.com/unifiedPixel with `name`.
import { fieldsOf, goesTo, type Provider, parametersOf } from "./provider.ts";

const TECHNICAL: ReadonlySet<string> = new Set(
  "name marketerId dl obApiVersion obtpVersion bust g zone optOut cht obClickId ttl".split(" "),
);

export const outbrain: Provider = {
  id: "outbrain",
  label: "Outbrain pixel",
  matches: (request) => goesTo(request, ["tr.outbrain.com"], /^\/(?:unifiedPixel|pixel)\/?$/),
  parse(request) {
    const fields = fieldsOf(request);
    const sent = fields.get("name") ?? "";
    if (sent === "") return [];
    const at = { account: fields.get("marketerId") ?? "", page: fields.get("dl"), typed: false };
    return [{ ...at, name: sent === "PAGE_VIEW" ? "page_view" : sent, parameters: parametersOf(fields, TECHNICAL) }];
  },
};
