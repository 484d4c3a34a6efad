// Heap: /h with the event in `t` and its properties as pairs in `k`; the newer capture API as JSON.
import {
  addressOf,
  fieldsOf,
  goesTo,
  jsonOf,
  listOf,
  objectOf,
  type Plain,
  type Provider,
  textOf,
} from "./provider.ts";

export const heap: Provider = {
  id: "heap",
  label: "Heap",
  matches: (request) =>
    goesTo(request, ["heapanalytics.com", "heap-api.com"], /^\/(?:h|api\/(?:track|v1\/track|capture\/v\d+\/.*))\/?$/),
  parse(request) {
    const body = objectOf(jsonOf(request.body));
    const messages = Array.isArray(body.events) ? listOf(body.events) : "event" in body ? [body] : [];
    if (messages.length > 0)
      return messages.flatMap((one) => {
        const event = objectOf(one);
        const name = textOf(event.event);
        const account = textOf(body.app_id);
        return name === "" ? [] : [{ name, account, page: null, parameters: objectOf(event.properties), typed: true }];
      });
    const fields = fieldsOf(request);
    const name = fields.get("t") ?? "";
    const account = fields.get("a") ?? "";
    const page = fields.get("u") ?? null;
    // Events without a name are Heap's autocapture of every click.
    if (name === "") return [{ name: "autocapture", account, page, parameters: {}, typed: false, automatic: true }];
    const pairs = addressOf(request)?.searchParams.getAll("k") ?? [];
    const parameters: Plain = {};
    for (let at = 0; at + 1 < pairs.length; at += 2) parameters[pairs[at] ?? ""] = pairs[at + 1];
    return [{ name, account, page, parameters, typed: false }];
  },
};
