// The Snap pixel: tr.snapchat.com/p with `ev`; the event's data in fields that begin with e_.
import { fieldsOf, goesTo, type Plain, type Provider } from "./provider.ts";

const NAMED: Readonly<Record<string, string>> = {
  e_pr: "price",
  e_cur: "currency",
  e_iids: "item_ids",
  e_ic: "item_category",
  e_ni: "number_items",
  e_tid: "transaction_id",
  e_desc: "description",
  e_ss: "search_string",
};

export const snap: Provider = {
  id: "snap",
  label: "Snap pixel",
  matches: (request) => goesTo(request, ["tr.snapchat.com"], /^\/p\/?$/),
  parse(request) {
    const fields = fieldsOf(request);
    const name = fields.get("ev") ?? "";
    if (name === "") return [];
    const parameters: Plain = {};
    for (const [field, value] of fields) if (/^e_/.test(field)) parameters[NAMED[field] ?? field.slice(2)] = value;
    return [{ name, account: fields.get("pid") ?? "", page: fields.get("pl"), parameters, typed: false }];
  },
};
