// Determines whether beacons may be missing because of missing consent instead of a tag.
import type { Evidence } from "../../audit/finding.ts";
import { truncate } from "../../text.ts";
import type { Pass } from "./observation.ts";

export type ConsentDoubt = { sentence: string; evidence: Evidence };

/** The setting with the accept button, for use in sentences. */
export const CONSENT_SETTING = "consent.selector in the project's tracking settings";

/** Returns null if consent was given, or if nothing indicates that the page waits for it. */
export function consentDoubtOf({ consent, beacons }: Pick<Pass, "consent" | "beacons">): ConsentDoubt | null {
  const events = beacons.filter(({ kind }) => kind === "event");
  const sent = { beaconsSent: events.length, markedDenied: events.filter((one) => one.consentDenied).length };
  if (consent.state === "failed") {
    const buttons = (consent.buttons ?? []).map((label) => `"${truncate(label, 40)}"`).join(", ");
    const why =
      consent.selector !== null
        ? `the button that was named (${truncate(consent.selector, 80)}) was not there or could not be pressed`
        : `none of its buttons${buttons === "" ? "" : ` (${buttons})`} could be pressed as accepting`;
    return {
      sentence: `The consent banner was not answered, as ${why}: missing consent is the likely reason. Name the button that accepts as ${CONSENT_SETTING}.`,
      evidence: { consent: { ...consent, ...sent } },
    };
  }
  if (consent.state === "none" && events.length > 0 && sent.markedDenied === events.length)
    return {
      sentence: `No consent banner was found, and every beacon of the page reports denied consent, so missing consent is the likely reason. If the page asks for consent, set its accept button as ${CONSENT_SETTING}.`,
      evidence: { consent: { ...consent, ...sent } },
    };
  return null;
}
