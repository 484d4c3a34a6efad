// Microsoft Advertising (UET): bat.bing.com/action/0. `ea` names a custom event, `gv` is its value.
import { fieldsOf, goesTo, type Plain, type Provider } from "./provider.ts";

const NAMED: Readonly<Record<string, string>> = {
  ec: "event_category",
  el: "event_label",
  ev: "event_value",
  gv: "revenue_value",
  gc: "currency",
  tn: "transaction_id",
};
/** Technical parameters. */
const TECHNICAL =
  /^(?:ti|tm|Ver|mid|bo|sid|vid|vids|msclkid|pi|lg|sw|sh|sc|nwd|tl|p|r|lt|evt|sv|cdb|rn|en|ea|uach|pagetype_?|asc|src|prodid_?|kw|tpp|gtm_tag_source|spa|page_path)$/;

export const bingUet: Provider = {
  id: "bing-uet",
  label: "Microsoft Advertising (UET)",
  matches: (request) => goesTo(request, ["bat.bing.com", "bat.bing.net"], /^\/action\/\d+$/),
  parse(request) {
    const fields = fieldsOf(request);
    const kind = fields.get("evt") ?? "";
    const name = fields.get("ea") || (kind === "pageLoad" ? "page_view" : kind);
    if (name === "") return [];
    const parameters: Plain = {};
    for (const [field, value] of fields) if (!TECHNICAL.test(field)) parameters[NAMED[field] ?? field] = value;
    const automatic = kind !== "custom" && kind !== "pageLoad";
    return [{ name, account: fields.get("ti") ?? "", page: fields.get("p"), parameters, typed: false, automatic }];
  },
};
