// Parts of a report that only this pillar has, read from the stored run and its pages.

import { type Fields, fieldsOf, listOf, numberOf, textOf, textsOf } from "../../fields.ts";
import { type Extras, MAX_PROOF_ROWS, type PillarReport, type ProofRow, type Stored } from "../../report/extraTypes.ts";

export const report: PillarReport = { columns: [], extras };

function extras({ runExtra, pages, pictureOf }: Stored): Extras {
  const events = pages.flatMap(({ url, details }) =>
    listOf(details.events).map((event) => ({ url, event: fieldsOf(event) })),
  );
  const rows = events.slice(0, MAX_PROOF_ROWS).map(({ url, event }): ProofRow => {
    const id = textOf(event.planEventId) ?? "";
    const label = textOf(event.label) ?? id;
    const screenshotId = textOf(event.screenshotId);
    const reason = textOf(event.reason);
    return {
      kind: event.kind === "page" ? "page" : "event",
      id,
      label,
      url,
      verdict: event.status === "pass" ? "proven" : event.status === "fail" ? "failed" : "not_exercised",
      plan: planText(event),
      push: pushText(fieldsOf(event.push)),
      beacon:
        listOf(event.beacons)
          .map((beacon) => beaconText(fieldsOf(beacon)))
          .filter(Boolean)
          .join("; ") || null,
      violations: [
        ...(reason === null ? [] : [reason]),
        ...listOf(event.violations).flatMap((violation) => textOf(fieldsOf(violation).message) ?? []),
      ],
      picture: screenshotId === null ? null : pictureOf(screenshotId, label),
    };
  });
  const proven = numberOf(runExtra.trackingProven) ?? rows.filter(({ verdict }) => verdict === "proven").length;
  return { tracking: { rows, proven, total: numberOf(runExtra.trackingPlanned) ?? events.length } };
}

function planText(event: Fields): string {
  const type = textOf(event.eventType);
  const unjudged = textsOf(event.notJudged);
  const left = unjudged.length > 0 ? `; not checked: ${unjudged.join(", ")}` : "";
  return `${type === null ? "data of the page" : `event ${type}`}${left}`;
}

function pushText(push: Fields): string | null {
  const at = numberOf(push.atMs);
  const name = textOf(push.name);
  if (at === null && name === null) return null;
  const frame = textsOf(push.stack)[0];
  return [`${name ?? "data"} at ${ms(at)}`, frame ? `from ${frame}` : null, textOf(push.copy)]
    .filter(Boolean)
    .join(", ");
}

function beaconText(beacon: Fields): string {
  const provider = textOf(beacon.provider);
  if (provider === null) return "";
  return `${[provider, textOf(beacon.event)].filter(Boolean).join(" ")} at ${ms(numberOf(beacon.atMs))}`;
}

const ms = (at: number | null): string =>
  at === null ? "an unknown time" : `${Math.round(at).toLocaleString("en-GB")} ms`;
