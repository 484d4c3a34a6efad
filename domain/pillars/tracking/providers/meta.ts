// The Meta (Facebook) pixel: facebook.com/tr with ev, cd[…] (the event's data) and ud[…] (hashed facts about the visitor).
import { addressOf, fieldsOf, isHost, jsonOf, type Plain, type Provider } from "./provider.ts";

const AUTOMATIC: ReadonlySet<string> = new Set(["SubscribedButtonClick", "Microdata", "InputData"]);

export const meta: Provider = {
  id: "meta",
  label: "Meta pixel",
  matches(request) {
    const url = addressOf(request);
    return url !== null && isHost(url.hostname, "facebook.com") && /^\/tr\/?$/.test(url.pathname);
  },
  parse(request) {
    const fields = fieldsOf(request);
    const name = fields.get("ev");
    if (name === null || name === "") return [];
    const parameters: Plain = {};
    for (const [field, value] of fields) {
      const [, group, key = ""] = /^(cd|ud)\[([^\]]{1,100})\]/.exec(field) ?? [];
      if (group === "cd") parameters[key] = /^\s*[[{]/.test(value) ? (jsonOf(value) ?? value) : value;
      // Record only that data about the visitor was sent.
      else if (group === "ud") parameters[`user_data_${key}_hash`] = "[id]";
    }
    return [
      {
        name,
        account: fields.get("id") ?? "",
        page: fields.get("dl"),
        parameters,
        typed: false,
        automatic: AUTOMATIC.has(name),
      },
    ];
  },
};
