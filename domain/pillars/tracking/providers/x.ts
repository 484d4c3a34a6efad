// The X (Twitter) pixel: /i/adsct with `events` as JSON, or one event by its id.
import { fieldsOf, goesTo, jsonOf, listOf, objectOf, type Plain, type Provider, textOf } from "./provider.ts";

const NAMED: Readonly<Record<string, string>> = { tw_sale_amount: "value", tw_order_quantity: "quantity" };

export const x: Provider = {
  id: "x",
  label: "X (Twitter) pixel",
  matches: (request) => goesTo(request, ["analytics.twitter.com", "t.co"], /^\/(?:1\/)?i\/adsct\/?$/),
  parse(request) {
    const fields = fieldsOf(request);
    const account = fields.get("txn_id") ?? "";
    const page = fields.get("tw_document_href");
    const shared: Plain = {};
    for (const [field, value] of fields) if (NAMED[field] && Number(value) !== 0) shared[NAMED[field]] = value;
    const sent = listOf(jsonOf(fields.get("events"))).flatMap((one) => {
      const [name, data] = listOf(one);
      const parameters = { ...shared, ...objectOf(data) };
      const event = textOf(name) === "pageview" ? "page_view" : textOf(name);
      return event === "" ? [] : [{ name: event, account, page, parameters, typed: true }];
    });
    const id = fields.get("event_id") ?? "";
    return sent.length > 0 || id === ""
      ? sent
      : [{ name: fields.get("event") ?? "page_view", account, page, parameters: shared, typed: false }];
  },
};
