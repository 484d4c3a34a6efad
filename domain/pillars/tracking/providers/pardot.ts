// Pardot (Account Engagement): /analytics reports a page view.
import { fieldsOf, goesTo, type Provider } from "./provider.ts";

export const pardot: Provider = {
  id: "pardot",
  label: "Pardot",
  matches: (request) => goesTo(request, ["pardot.com"], /^\/analytics\/?$/),
  parse(request) {
    const fields = fieldsOf(request);
    const title = fields.get("title");
    return [
      {
        name: "page_view",
        account: fields.get("account_id") ?? "",
        page: fields.get("url"),
        parameters: title === null ? {} : { title },
        typed: false,
      },
    ];
  },
};
