// Runs in the page if the browser does not report request bodies: reports those of beacons, fetch and XMLHttpRequest.
import { randomUUID } from "node:crypto";
import { type Hooks, hookScript } from "../../../browsers/page/inPage/hooks.ts";

const CHANNEL = randomUUID();

/** `binding`: the function to report through; bodies of more than `most` characters are left out. */
export function bodyScript(binding: string, most: number): string {
  return hookScript(CHANNEL, install, { binding, most });
}

/** Self-contained: its source is sent to the page. It must never stop the page's own request. */
function install(hooks: Hooks, { binding, most }: { binding: string; most: number }): void {
  const report = (window as unknown as Record<string, unknown>)[binding] as ((text: string) => void) | undefined;
  if (typeof report !== "function") return;
  const { stringify } = JSON;
  const AddressOf = URL;
  const Fields = URLSearchParams;
  const PageBlob = Blob;
  const PageRequest = Request;
  const send = (url: unknown, text: string): void => {
    if (text.length <= most)
      report(`{"t":"body","u":${stringify(new AddressOf(`${url}`, document.baseURI).href)},"b":${stringify(text)}}`);
  };
  const tell = (url: unknown, body: unknown): void => {
    try {
      if (typeof body === "string" || body instanceof Fields) send(url, `${body}`);
      else if (body instanceof PageBlob)
        body.text().then(
          (text) => send(url, text),
          () => undefined,
        );
    } catch {
      // Invalid address: the browser reports it.
    }
  };
  hooks.method(Navigator.prototype, "sendBeacon", (_, [url, body]) => tell(url, body));
  hooks.method(window, "fetch", (_, args) => {
    const [target, options] = args as [unknown, { body?: unknown } | undefined];
    if (!(target instanceof PageRequest)) tell(target, options?.body);
    else if (options?.body !== undefined || target.body === null) tell(target.url, options?.body);
    else
      target
        .clone()
        .text()
        .then(
          (text) => send(target.url, text),
          () => undefined,
        );
  });
  const places = new WeakMap<object, unknown>();
  hooks.method(XMLHttpRequest.prototype, "open", (self, [, url]) => void places.set(self as object, url));
  hooks.method(XMLHttpRequest.prototype, "send", (self, [body]) => tell(places.get(self as object), body));
}
