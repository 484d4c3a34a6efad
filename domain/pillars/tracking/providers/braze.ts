// Braze: /api/v3/data with short event names: "ce" is a custom event, "p" a purchase.
import { goesTo, jsonOf, listOf, objectOf, type Provider, textOf } from "./provider.ts";

export const braze: Provider = {
  id: "braze",
  label: "Braze",
  matches: (request) => goesTo(request, ["braze.com", "braze.eu", "appboy.com", "appboy.eu"], /^\/api\/v3\/data\/?$/),
  parse(request) {
    const body = objectOf(jsonOf(request.body));
    const account = textOf(body.api_key);
    return listOf(body.events).flatMap((one) => {
      const event = objectOf(one);
      const data = objectOf(event.data);
      const code = textOf(event.name);
      const place = { account, page: null, typed: true };
      if (code === "ce") return [{ ...place, name: textOf(data.n), parameters: objectOf(data.p) }];
      if (code === "p") {
        const { pid, c, p, q } = data;
        const bought = { product_id: pid, currency: c, price: p, quantity: q };
        return [{ ...place, name: "purchase", parameters: { ...objectOf(data.pr), ...bought } }];
      }
      return code === "" ? [] : [{ ...place, name: code, parameters: {}, automatic: true }];
    });
  },
};
