// Floodlight (Campaign Manager 360): fields separated by semicolons in the path. Group and activity identify the event.
import { percentDecoded } from "../../../text.ts";
import { addressOf, isHost, type Plain, type Provider } from "./provider.ts";

const PATH = /^\/(?:ddm\/)?(?:activityi?|fls\/[zrp])(?:\/|;)/;

export const floodlight: Provider = {
  id: "floodlight",
  label: "Floodlight",
  matches(request) {
    const url = addressOf(request);
    return (
      url !== null &&
      (isHost(url.hostname, "doubleclick.net") || isHost(url.hostname, "ade.googlesyndication.com")) &&
      PATH.test(url.pathname)
    );
  },
  parse(request) {
    const fields = new Map(
      (addressOf(request)?.pathname ?? "")
        .split(/[;/]/)
        .slice(0, 100)
        .filter((part) => part.includes("="))
        .map((part) => [part.split("=")[0] ?? "", percentDecoded(part.split("=").slice(1).join("="))] as const),
    );
    const [group, activity] = [fields.get("type") ?? "", fields.get("cat") ?? ""];
    if (group === "" && activity === "") return [];
    const parameters: Plain = {};
    for (const [name, value] of fields)
      if (/^u\d{1,3}$/.test(name) || name === "qty") parameters[name] = value;
      else if (name === "cost") parameters.value = value;
    const page = fields.get("~oref") ?? null;
    return [{ name: `${group}/${activity}`, account: fields.get("src") ?? "", page, parameters, typed: false }];
  },
};
