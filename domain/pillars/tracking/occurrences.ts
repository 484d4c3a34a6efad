// Lists the occurrences of events: each push with the beacons that sent it, and beacons without a push.
import type { Typed } from "./expect.ts";
import { canonical } from "./names.ts";
import type { Beacon, Pass, Push } from "./observation.ts";

/** One occurrence of an event. Without a push, its parameters are those of its beacon. */
export type Occurrence = {
  name: string;
  seq: number;
  atMs: number;
  push: Push | null;
  /** One beacon per property that received it. */
  beacons: Beacon[];
  parameters: Record<string, unknown>;
  typed: Typed;
};

/** The part of a pass to consider. */
export type Scope = { step: number | null; away: boolean };

/**
 * Returns every occurrence of the names. If there are pushes, they count; otherwise the beacons of the property
 * that received most of them, so that an event sent to three properties counts once.
 */
export function occurrencesOf(pass: Pass, names: readonly string[], scope: Scope): Occurrence[] {
  const wanted = new Set(names.map(canonical));
  const within = (one: Push | Beacon) => (scope.step === null || one.step === scope.step) && (scope.away || !one.away);
  const pushes = pass.pushes.filter((push) => push.kind === "event" && wanted.has(canonical(push.name)));
  const sent = pass.beacons.filter((beacon) => beacon.kind === "event" && wanted.has(canonical(beacon.name)));
  const streams = Object.values(Object.groupBy(sent, streamOf)) as Beacon[][];
  if (pushes.length > 0) return pushed(pushes, streams, within);
  const most = streams
    .map((stream) => stream.filter(within))
    .reduce((a, b) => (b.length > a.length ? b : a), [] as Beacon[]);
  return most.map((beacon, i) => ({
    name: beacon.name,
    seq: beacon.seq,
    atMs: beacon.atMs,
    push: null,
    beacons: [
      beacon,
      ...streams.flatMap((stream) => (stream.includes(beacon) ? [] : (stream.filter(within)[i] ?? []))),
    ],
    parameters: beacon.parameters,
    typed: beacon.typed,
  }));
}

function pushed(all: Push[], streams: Beacon[][], within: (push: Push) => boolean): Occurrence[] {
  const carried = new Map<Push, Beacon[]>(all.map((push) => [push, []]));
  const extra: Beacon[] = [];
  for (const stream of streams) {
    const free = [...stream];
    const waiting: Push[] = [];
    const take = (push: Push, at: number) => {
      const [beacon] = at < 0 ? [] : free.splice(at, 1);
      if (beacon) carried.get(push)?.push(beacon);
      else waiting.push(push);
    };
    for (const push of all)
      take(
        push,
        free.findIndex((beacon) => beacon.seq > push.seq),
      );
    // Some pages send first and push afterwards.
    for (const push of waiting.splice(0)) take(push, free.length > 0 ? 0 : -1);
    extra.push(...free);
  }
  const found: Occurrence[] = all.filter(within).map((push) => ({
    name: push.name,
    seq: push.seq,
    atMs: push.atMs,
    push,
    beacons: carried.get(push) ?? [],
    parameters: push.parameters,
    typed: true,
  }));
  return [...found, ...sentAgain(found, extra)].sort((a, b) => a.seq - b.seq);
}

/** Returns surplus beacons with the same parameters as one that a push sent, because the provider counts the event twice. */
function sentAgain(found: readonly Occurrence[], extra: readonly Beacon[]): Occurrence[] {
  const again = extra.filter((beacon) =>
    found.some(({ beacons }) =>
      beacons.some((one) => streamOf(one) === streamOf(beacon) && contentOf(one) === contentOf(beacon)),
    ),
  );
  const byStream = Object.values(Object.groupBy(again, streamOf)) as Beacon[][];
  const most = byStream.reduce((a, b) => (b.length > a.length ? b : a), [] as Beacon[]);
  return most.map((beacon) => {
    const first = found.find(({ beacons }) => beacons.some((one) => streamOf(one) === streamOf(beacon)));
    const { name, seq, atMs } = beacon;
    const { parameters, typed, push } = first as Occurrence;
    return { name, seq, atMs, push, beacons: [beacon], parameters, typed };
  });
}

export const streamOf = (beacon: Beacon): string => `${beacon.provider} ${beacon.account}`;
const contentOf = ({ name, parameters }: Beacon): string => JSON.stringify([canonical(name), parameters]);
