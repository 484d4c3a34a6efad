import type { Check, CheckResult } from "../../../audit/finding.ts";
import { failed, inapplicable, passed, review, warning } from "../../../audit/finding.ts";
import { consentDoubtOf } from "../consentDoubt.ts";
import type { Facts } from "../facts.ts";
import type { Item } from "../item.ts";
import type { Pass } from "../observation.ts";
import { proofOf, pushProof, rowName } from "../proof.ts";

/** An event in the data layer that no beacon sent to any provider. */
export const pushedNeverSent: Check<Facts> = {
  rule: "pushed-never-sent",
  severity: "serious",
  title: "Every planned event that is pushed is also sent.",
  fault: "Event is pushed but never sent",
  help: "Check the tag that should send the event: its trigger, its consent settings, and the event name it listens for. If its beacon has another name, set it as sentAs in the row.",
  run({ items, strays, page }) {
    const pushed = items.filter(
      (item) => item.eventType !== null && item.occurrences.some(({ push }) => push !== null),
    );
    const others = page === null ? strays.filter(({ occurrence }) => occurrence.push !== null) : [];
    if (pushed.length + others.length === 0) return inapplicable("No event was pushed here.");
    const results = [...pushed.flatMap(resultOf), ...others.flatMap(strayResult)];
    return results.length > 0 ? once(results) : passed("Every pushed event was sent.");
  },
};

function resultOf(item: Item): CheckResult[] {
  const unsent = item.occurrences.filter(({ push, beacons }) => push !== null && beacons.length === 0);
  if (unsent.length === 0 || item.pass === null) return [];
  const doubt = doubtOf(item.pass);
  if (doubt !== null) return [doubt];
  const consent = consentDoubtOf(item.pass);
  const message = `${rowName(item)} was pushed and never sent to any provider.${consent ? ` ${consent.sentence}` : ""}`;
  const evidence = proofOf(item, unsent[0], { unsent: unsent.length, ...consent?.evidence });
  return [failed(message, item.id, { evidence })];
}

function strayResult({ occurrence, pass }: Facts["strays"][number]): CheckResult[] {
  if (occurrence.beacons.length > 0 || doubtOf(pass) !== null || occurrence.push === null) return [];
  const name = occurrence.name.slice(0, 100);
  const evidence = { push: pushProof(occurrence.push) };
  return [warning(`The event "${name}" was pushed and never sent to any provider.`, name, { evidence })];
}

/** Returns a review result if beacons may be missing for a reason other than the tag. */
function doubtOf(pass: Pass): CheckResult | null {
  const consent = consentDoubtOf(pass);
  if (consent !== null && pass.consent.state === "failed")
    return review(`Events were pushed and not sent. ${consent.sentence}`, "(consent)", { evidence: consent.evidence });
  if (!pass.beacons.some(({ kind }) => kind === "event"))
    return review(
      "Events were pushed and no beacon of a known provider was sent at all: check whether they go to one that is not known here.",
      "(no beacons)",
    );
  return null;
}

/** Reports a doubt about the whole page only once. */
function once(results: CheckResult[]): CheckResult[] {
  const seen = new Set<string>();
  return results.filter(({ outcome, target }) => {
    if (outcome !== "review") return true;
    const fresh = !seen.has(target);
    seen.add(target);
    return fresh;
  });
}
