// The Pinterest tag: ct.pinterest.com/v3 with `event`, its data as JSON in `ed`.
import { fieldsOf, goesTo, jsonOf, objectOf, type Provider, textOf } from "./provider.ts";

export const pinterest: Provider = {
  id: "pinterest",
  label: "Pinterest tag",
  matches: (request) => goesTo(request, ["ct.pinterest.com"], /^\/v3\/?$/),
  parse(request) {
    const fields = fieldsOf(request);
    const name = fields.get("event") ?? "";
    if (name === "") return [];
    const parameters = objectOf(jsonOf(fields.get("ed")));
    const about = objectOf(jsonOf(fields.get("ad")));
    // "init" is sent on every load, before the page reports anything.
    const automatic = name === "init";
    return [
      { name, account: fields.get("tid") ?? "", page: textOf(about.loc) || null, parameters, typed: true, automatic },
    ];
  },
};
