// Aggregates the pages of a tracking run.
import { countOutcomes, measuredOf } from "../../audit/countOutcomes.ts";
import type { RollUp } from "../../audit/judge.ts";
import type { PageResult } from "../../audit/page.ts";
import { inWords, plural } from "../../text.ts";
import { CONSENT_SETTING } from "./consentDoubt.ts";
import { planPageOf, type TrackingPlan } from "./plan.ts";

/** Number of failing pages that the sentence names. */
const MAX_PAGES_NAMED = 3;

/** The score is the share of proven rows among the rows that could be tried; rows that could not be tried are mentioned separately. */
export function rollUp(pages: readonly PageResult[], plan: TrackingPlan, baseUrl: string) {
  const measured = measuredOf(pages);
  const sum = (name: string) => measured.reduce((all, { metrics }) => all + (metrics[name] ?? 0), 0);
  const proven = sum("proven");
  const failing = sum("failing");
  const notExercised = sum("notExercised");
  const tried = proven + failing;
  const total = rowsOf(plan);
  const unseen = Math.max(0, total - tried - notExercised);
  const unanswered = measured.filter(({ metrics }) => (metrics.consentUnanswered ?? 0) > 0).length;
  const warnings = [
    ...(unanswered > 0
      ? [
          `On ${plural(unanswered, "page")} a consent banner was not answered, so missing consent is the likely reason for what was not sent there. Name the button that accepts as ${CONSENT_SETTING}.`,
        ]
      : []),
    ...(notExercised > 0 ? [`${rows(notExercised)} of the plan could not be tried.`] : []),
    ...(unseen > 0
      ? [`${rows(unseen)} of the plan ${unseen === 1 ? "belongs" : "belong"} to pages that this run did not measure.`]
      : []),
    ...(total === 0 ? ["The project has no tracking plan, so nothing could be proven."] : []),
  ];
  const failedAt = measured.flatMap(({ url, metrics }) =>
    (metrics.failing ?? 0) > 0 ? [shown(url, plan, baseUrl)] : [],
  );
  const named = inWords(failedAt, MAX_PAGES_NAMED);
  const where = failedAt.length === 1 ? `at ${named}` : `on ${failedAt.length} pages: ${named}`;
  return {
    score: tried === 0 ? null : Math.round((100 * proven) / tried),
    ...countOutcomes(measured),
    extra: {
      trackingPlanned: total,
      trackingProven: proven,
      trackingFailing: failing,
      trackingNotExercised: notExercised,
    },
    failures: failedAt.length === 0 ? [] : [`${rows(failing)} of the plan failed ${where}.`],
    warningSentences: warnings,
  } satisfies RollUp;
}

const rows = (count: number): string => (count === 1 ? "One row" : `${count} rows`);

/** A page without attributes has nothing to prove itself. */
const rowsOf = (plan: TrackingPlan): number =>
  plan.events.length + plan.pages.filter(({ attributes }) => attributes.length > 0).length;

function shown(url: string, plan: TrackingPlan, baseUrl: string): string {
  const label = planPageOf(plan, url, baseUrl)?.label;
  const path = URL.parse(url)?.pathname ?? url;
  return label === undefined ? path : `${label} (${path})`;
}
