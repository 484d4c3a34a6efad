// Records what a page pushes and sends, in order.
import type { Guard } from "../../../browsers/page/guard.ts";
import { canonical } from "../../../domain/pillars/tracking/names.ts";
import type { Beacon, Push } from "../../../domain/pillars/tracking/observation.ts";
import type { ProviderEvent } from "../../../domain/pillars/tracking/providers/provider.ts";
import { readBeacon } from "../../../domain/pillars/tracking/providers/table.ts";
import { type PushedForm, readPush } from "../../../domain/pillars/tracking/readPush.ts";
import { redactParameters, redactUrl, redactValue } from "../../../domain/pillars/tracking/redact.ts";
import type { Sent, Source } from "./source.ts";

/** Maximum number of messages per visit, because a page can call the binding as often as it likes. */
const MAX_MESSAGES = 3_000;
const MAX_BEACONS = 1_000;
const MAX_PUSHES = 1_500;
const MAX_MESSAGE = 200_000;
const FRAMES = 5;

export type Recorder = {
  /** Assigns everything recorded from now on to this step; what another document does during it is `away`. */
  beginStep(step: number): Promise<void>;
  /** Marks everything sent so far as sent before consent. */
  consentGiven(): void;
  /** Returns whether an event of this name was pushed or sent in the step. */
  saw(names: readonly string[], step: number): boolean;
  /** Resolves when `holds` returns true, or after `boundMs`. Checked whenever something is recorded. */
  until(holds: () => boolean, boundMs: number): Promise<void>;
  /** Resolves when nothing has been recorded for `ms`, or after `boundMs`. */
  quiet(ms: number, boundMs: number): Promise<void>;
  /** Returns what was recorded so far, in order; without what is held back until the end. */
  soFar(): { pushes: Push[]; beacons: Beacon[] };
  /** Returns everything recorded, including while `leave` leaves the page. `consentAsked`: whether there was a banner at all. */
  finish(
    consentAsked: boolean,
    leave?: () => Promise<void>,
  ): Promise<{ pushes: Push[]; beacons: Beacon[]; cut: string[] }>;
};

type Raw<T> = T & { document: string };
type Mark = { push: string; beacon: string };
/** A beacon sent while the page was left, as recorded by its script: counted if the browser does not report it. */
type Parting = { url: string; body: string; at: number; seq: number; step: number; document: string; stack: string };

export async function startRecorder(source: Source, guard: Guard): Promise<Recorder> {
  const began = Date.now();
  const pushes: Raw<Push>[] = [];
  const beacons: Raw<Beacon>[] = [];
  const cut = new Set<string>();
  const marks: Mark[] = [{ push: "", beacon: "" }];
  const bodies = new Set<Promise<void>>();
  const partings: Parting[] = [];
  /** Documents that pushed something, in order. */
  const pages: string[] = [];
  let listeners: (() => void)[] = [];
  let messages = 0;
  let requests = 0;
  let seq = 0;
  let step = 0;
  let consentAt = Number.POSITIVE_INFINITY;
  let document = "";

  const heard = (): void => {
    const waiting = listeners;
    listeners = [];
    for (const wake of waiting) wake();
  };
  /** Resolves when something is recorded (true), or after the time (false). */
  const next = (ms: number): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), ms);
    listeners.push(() => resolve(true));
    return guard.run(promise, ms + 1_000).finally(() => clearTimeout(timer));
  };
  const since = (at: number): number => Math.max(0, Math.round(at - began));

  const messageHeard = (payload: string): void => {
    messages += 1;
    if (messages > MAX_MESSAGES || payload.length > MAX_MESSAGE) return;
    const message = messageOf(payload);
    if (message?.t === "over") cut.add("The page pushed more than 1,000 times; later ones are not checked.");
    if (message?.t === "beacon" && partings.length < MAX_BEACONS) {
      seq += 1;
      partings.push({
        url: String(message.u),
        body: String(message.b),
        stack: String(message.s ?? ""),
        at: Number(message.at),
        seq,
        step,
        document: String(message.d),
      });
    }
    if (message?.t === "document" && typeof message.d === "string") document = message.d;
    if (message?.t !== "push" || pushes.length >= MAX_PUSHES) return;
    const read = readPush(message.v, formOf(message.f));
    if (read === null) return;
    seq += 1;
    const place = String(message.d);
    if (!pages.includes(place)) pages.push(place);
    pushes.push({
      ...read,
      seq,
      atMs: since(typeof message.at === "number" ? message.at : Date.now()),
      step,
      away: false,
      layer: String(message.l).slice(0, 60),
      stack: stackOf(String(message.s ?? "")),
      page: pages.indexOf(place),
      ...(typeof message.e === "string" && INPUTS.has(message.e) ? { during: message.e } : {}),
      document: place,
    });
    heard();
  };

  /** Stores the events of a request to a known provider. */
  const keep = (
    base: Omit<Raw<Beacon>, keyof ReturnType<typeof kept> | "provider">,
    request: Parameters<typeof readBeacon>[0],
  ): void => {
    const found = readBeacon(request);
    for (const [i, event] of (found?.events ?? []).entries()) {
      if (beacons.length < MAX_BEACONS)
        beacons.push({ ...base, ...kept(event), seq: base.seq + i / 1_000, provider: found?.provider.id ?? "" });
      else cut.add("The page sent more than 1,000 events; later ones are not checked.");
    }
    if (found) heard();
  };

  const requestSent = ({ url, method, contentType, at, document: place, initiator, body }: Sent): void => {
    if (!/^https?:/.test(url)) return;
    requests += 1;
    if (requests > 3_000) return;
    const heardBefore = partings.findIndex((one) => one.url === url);
    if (heardBefore >= 0) partings.splice(heardBefore, 1);
    seq += 1;
    const base = {
      atMs: since(at),
      seq,
      step,
      away: false,
      beforeConsent: false,
      url: redactUrl(url),
      initiator,
      document: place,
    };
    const take = (text: string | null) =>
      keep(base, { url, method, headers: { "content-type": contentType }, body: text });
    if (body === null || typeof body === "string") {
      take(body);
      return;
    }
    const asked = body.then(take).finally(() => bodies.delete(asked));
    bodies.add(asked);
  };

  await source.start({ message: messageHeard, sent: requestSent });

  const mark = async (): Promise<Mark> => ({ push: document, beacon: await source.document() });

  const until = async (holds: () => boolean, boundMs: number): Promise<void> => {
    const end = performance.now() + boundMs;
    while (!holds() && performance.now() < end) await next(Math.max(1, end - performance.now()));
  };

  return {
    until,
    async beginStep(number) {
      const now = await mark();
      if (number > 0) marks[0] = now;
      marks[number] = now;
      step = number;
    },
    consentGiven() {
      consentAt = seq;
    },
    saw(names, at) {
      const wanted = new Set(names.map(canonical));
      return [...pushes, ...beacons].some((one) => one.step === at && wanted.has(canonical(one.name)));
    },
    async quiet(ms, boundMs) {
      const end = performance.now() + boundMs;
      while (performance.now() < end && (await next(ms)));
    },
    soFar: () => ({ pushes: [...pushes], beacons: [...beacons] }),
    async finish(consentAsked, leave) {
      if (leave) await until(() => bodies.size === 0, 2_000);
      if (step === 0) marks[0] = await mark();
      await leave?.();
      await until(() => bodies.size === 0, 2_000);
      for (const { url, body, at, seq: order, step: inStep, document: place, stack } of partings) {
        const mark = marks[inStep];
        const base = {
          atMs: since(at),
          seq: order,
          step: inStep,
          away: false,
          beforeConsent: false,
          url: redactUrl(url),
          initiator: stackOf(stack),
          document: place === mark?.push ? mark.beacon : "",
        };
        keep(base, { url, method: "POST", headers: { "content-type": "text/plain" }, body });
      }
      const away = (at: number, kind: keyof Mark, place: string) => place !== marks[at]?.[kind];
      return {
        pushes: pushes.map(({ document: place, ...one }) => ({ ...one, away: away(one.step, "push", place) })),
        beacons: beacons
          .sort((a, b) => a.seq - b.seq)
          .map(({ document: place, ...one }) => ({
            ...one,
            away: away(one.step, "beacon", place),
            beforeConsent: consentAsked && one.seq <= consentAt,
          })),
        cut: [...cut],
      };
    },
  };
}

function kept(event: ProviderEvent) {
  return {
    account: String(redactValue("", event.account.slice(0, 100))),
    name: String(redactValue("", event.name.slice(0, 200))),
    kind: event.kind ?? ("event" as const),
    automatic: event.automatic ?? false,
    secondary: event.secondary ?? false,
    consentDenied: event.consentDenied ?? false,
    typed: event.typed,
    parameters: redactParameters(event.parameters),
  };
}

/** Browser events that the audit's own input triggers. */
const INPUTS: ReadonlySet<string> = new Set([
  "click",
  "pointerdown",
  "pointerup",
  "mousedown",
  "mouseup",
  "touchstart",
  "touchend",
  "keydown",
  "keyup",
  "keypress",
  "input",
  "change",
  "submit",
  "scroll",
  "focusin",
  "focus",
]);

const formOf = (form: unknown): PushedForm =>
  form === "array" || form === "arguments" || form === "function" ? form : "object";

function messageOf(payload: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(payload);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Returns the page's own frames, nearest first. Those of our wrapper come from no file of the page. */
function stackOf(stack: string): string[] {
  return stack
    .split("\n")
    .filter((line) => /https?:\/\//.test(line))
    .slice(0, FRAMES)
    .map((line) => {
      const [, name = "", url = "", at = ""] =
        /^\s*at (?:(.{0,100}?) \()?(https?:\/\/.{1,2000}?):(\d+):\d+\)?$/.exec(line) ?? [];
      return url === "" ? "(unknown)" : `${name || "(anonymous)"} (${redactUrl(url)}:${at})`;
    });
}
