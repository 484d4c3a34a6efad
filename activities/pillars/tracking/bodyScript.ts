// What runs in the page where the browser does not tell the bodies of requests: it reports those of beacons, fetch and XMLHttpRequest.

/** `binding`: the function by which it reports; longer bodies than `most` signs are left out. */
export function bodyScript(binding: string, most: number): string {
  return `(${install.toString()})(${JSON.stringify({ binding, most })});`;
}

/** Self-contained: its source is sent to the page. Nothing of it may stop the page's own request. */
function install({ binding, most }: { binding: string; most: number }): void {
  const report = (window as unknown as Record<string, unknown>)[binding] as ((text: string) => void) | undefined;
  if (typeof report !== "function") return;
  const { apply, defineProperty: define } = Reflect;
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
      // An address that is none: the browser says so.
    }
  };
  const replace = (owner: object, name: string, value: unknown): void =>
    void define(owner, name, { configurable: true, writable: true, value });

  const { sendBeacon } = navigator;
  replace(navigator, "sendBeacon", (...args: [unknown, unknown]) => {
    tell(args[0], args[1]);
    return apply(sendBeacon, navigator, args);
  });
  const { fetch } = window;
  replace(window, "fetch", (...args: [unknown, { body?: unknown } | undefined]) => {
    const [target, options] = args;
    if (target instanceof PageRequest) {
      if (options?.body === undefined && target.body !== null)
        target
          .clone()
          .text()
          .then(
            (text) => send(target.url, text),
            () => undefined,
          );
      else tell(target.url, options?.body);
    } else tell(target, options?.body);
    return apply(fetch, window, args);
  });
  const places = new WeakMap<object, unknown>();
  const { open, send: sendRequest } = XMLHttpRequest.prototype;
  replace(XMLHttpRequest.prototype, "open", function (this: object, ...args: unknown[]) {
    places.set(this, args[1]);
    return apply(open, this, args);
  });
  replace(XMLHttpRequest.prototype, "send", function (this: object, ...args: unknown[]) {
    tell(places.get(this), args[0]);
    return apply(sendRequest, this, args);
  });
}
