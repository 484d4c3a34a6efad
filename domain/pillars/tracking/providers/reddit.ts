// The Reddit pixel: rp.gif with `event`; its data in fields that begin with m.
import { fieldsOf, goesTo, type Plain, type Provider } from "./provider.ts";

export const reddit: Provider = {
  id: "reddit",
  label: "Reddit pixel",
  matches: (request) => goesTo(request, ["alb.reddit.com", "www.redditstatic.com"], /^\/(?:rp|snoo)\.gif$/),
  parse(request) {
    const fields = fieldsOf(request);
    const name = fields.get("m.customEventName") || fields.get("event") || "";
    if (name === "") return [];
    const parameters: Plain = {};
    for (const [field, value] of fields)
      if (field.startsWith("m.") && field !== "m.customEventName" && value !== "") parameters[field.slice(2)] = value;
    return [{ name, account: fields.get("id") ?? "", page: fields.get("dpa"), parameters, typed: false }];
  },
};
