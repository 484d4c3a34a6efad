// Evidence of a finding: the row of the plan, the push, the beacons and the screenshot.

import type { Evidence } from "../../audit/finding.ts";
import { truncate } from "../../text.ts";
import type { Item } from "./item.ts";
import type { Beacon, Push } from "./observation.ts";
import type { Occurrence } from "./occurrences.ts";

const MAX_BEACONS = 5;
const MAX_FRAMES = 3;
const COPY = 1_500;

/** Returns evidence of less than 5 kB. Copies are text, because the page may use names that the database rejects as field names. */
export function proofOf(item: Item, occurrence?: Occurrence, more: Evidence = {}): Evidence {
  return {
    planId: item.id,
    planLabel: item.label,
    eventType: item.eventType,
    push: occurrence?.push ? pushProof(occurrence.push) : null,
    beacons: (occurrence?.beacons ?? []).slice(0, MAX_BEACONS).map(beaconProof),
    screenshotId: item.screenshotId,
    ...more,
  };
}

export const pushProof = (push: Push) => ({
  atMs: push.atMs,
  layer: push.layer,
  name: push.name.slice(0, 200),
  copy: JSON.stringify(push.parameters).slice(0, COPY),
  stack: push.stack.slice(0, MAX_FRAMES),
});

export const beaconProof = (beacon: Beacon) => ({
  provider: beacon.provider,
  account: beacon.account.slice(0, 100),
  event: beacon.name.slice(0, 200),
  atMs: beacon.atMs,
  url: beacon.url.slice(0, 300),
});

/** Formats a value from the page for a sentence. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? `"${value}"` : (JSON.stringify(value) ?? "nothing");
  return truncate(text, 121);
}

export const times = (count: number): string => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`);

/** Returns the name of a row for a sentence. */
export const rowName = (item: Item): string =>
  item.kind === "page" ? `The page "${item.label}"` : `The event "${item.eventType}" (${item.label})`;
