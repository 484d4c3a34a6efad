// RudderStack uses Segment's protocol; the library names itself in the message.
import { addressOf, isHost, isObject, listOf, objectOf, type Provider, textOf } from "./provider.ts";
import { segmentEvent, segmentMessage } from "./segment.ts";

const PATH = /\/v1\/(?:track|page|screen|identify|group|alias|batch)$/;

export const rudderstack: Provider = {
  id: "rudderstack",
  label: "RudderStack",
  matches(request) {
    const url = addressOf(request);
    if (url === null || !PATH.test(url.pathname)) return false;
    if (isHost(url.hostname, "rudderstack.com") || isHost(url.hostname, "rudderlabs.com")) return true;
    const message = segmentMessage(request);
    const first = objectOf(listOf(message.batch)[0]);
    return [message, first].some((one) => /^Rudder/.test(textOf(objectOf(objectOf(one.context).library).name)));
  },
  parse(request) {
    const message = segmentMessage(request);
    const path = addressOf(request)?.pathname.split("/").at(-1) ?? "";
    const messages = Array.isArray(message.batch) ? listOf(message.batch).filter(isObject) : [message];
    return messages.flatMap((one) => segmentEvent(one, "", path === "batch" ? "" : path));
  },
};
