// Compares the events of a tracking plan that are linked to steps with what was pushed and sent while a scenario ran. Pure.
import { attributeViolations, sentValues } from "../pillars/tracking/attributes.ts";
import { parseExpectation } from "../pillars/tracking/expect.ts";
import type { Item } from "../pillars/tracking/item.ts";
import { isInternal } from "../pillars/tracking/names.ts";
import type { Pass } from "../pillars/tracking/observation.ts";
import { type Occurrence, occurrencesOf } from "../pillars/tracking/occurrences.ts";
import type { PlanEvent } from "../pillars/tracking/plan.ts";
import { oneLine, truncate } from "../text.ts";
import type { StepResult, TrackedEvent } from "./attempt.ts";
import { KEPT } from "./limits.ts";
import type { PlannedScenario } from "./plan.ts";
import { maskData } from "./values.ts";

/** A planned event that must occur in a step of this scenario. */
export type LinkedEvent = {
  event: PlanEvent;
  step: number;
  /** Set if it is linked to no step and counts anywhere in the scenario; `step` has no meaning then. */
  anywhere?: true;
};

/** The expected value of one attribute, and the observed one. */
export type ExpectedRow = { attribute: string; expected: string; observed: string; ok: boolean };

/** Verdict on a linked event. */
export type LinkVerdict = {
  planEventId: string;
  label: string;
  eventType: string;
  step: number;
  status: "pass" | "fail";
  /** Sentences; empty if it passed. */
  violations: string[];
  /** The following fields are missing in attempts of earlier versions. */
  anywhere?: true;
  /** Attributes of the occurrence that is closest to the plan. */
  rows?: ExpectedRow[];
  /** How often it was sent, and how often the plan expects it. */
  times?: { sent: number; expected: number };
  /** How often it was sent in the whole scenario: a push and its beacons are one. */
  everywhere?: number;
  /** Providers that received it: `GA4 G-1`, …; empty if it was only pushed to the data layer. */
  carriedBy?: string[];
};

export const sameStep = (a: string, b: string): boolean => oneLine(a).toLowerCase() === oneLine(b).toLowerCase();

/** Returns the links of a feature that apply to a scenario: by the step's text, or by its index if a link has no text. */
export function linksOf(
  events: readonly PlanEvent[],
  featureId: string,
  { steps }: Pick<PlannedScenario, "steps">,
): LinkedEvent[] {
  return events.flatMap((event) =>
    event.frtLinks
      .filter((link) => link.featureId === featureId)
      .flatMap(({ stepIndex, stepText }) => {
        const fitting = steps.filter(({ text }) => sameStep(text, stepText));
        // If a sentence occurs twice, the one at the index is meant, otherwise the first.
        const named = fitting.find(({ index }) => index === stepIndex) ?? fitting[0];
        const step = stepText.trim() === "" ? steps[stepIndex] : named;
        return step === undefined ? [] : [{ event, step: step.index }];
      }),
  );
}

/** Returns the event that a run checks, for scenarios in which no step is linked to it. */
export function provedEventOf(
  events: readonly PlanEvent[],
  id: string | undefined,
  linked: readonly LinkedEvent[],
): LinkedEvent[] {
  const event = events.find((one) => one.id === id);
  if (event === undefined || linked.some((one) => one.event.id === id)) return [];
  return [{ event, step: 0, anywhere: true }];
}

export const namesOf = ({ eventType, sentAs }: PlanEvent): string[] =>
  sentAs === null ? [eventType] : [eventType, sentAs];

/** Returns the verdict on each linked event. An occurrence in a later step does not count. */
export function judgeLinks(links: readonly LinkedEvent[], pass: Pass): LinkVerdict[] {
  return links.map(({ event, step: linkedStep, anywhere }) => {
    const names = namesOf(event);
    const all = occurrencesOf(pass, names, { step: null, away: true });
    const found = anywhere ? all : occurrencesOf(pass, names, { step: linkedStep, away: true });
    const item = itemOf(event, pass);
    const step = anywhere ? Math.max(0, stepOf(found[0]) ?? 0) : linkedStep;
    const { id, label, eventType, count } = event;
    const verdict = {
      planEventId: id,
      label,
      eventType,
      step,
      ...(anywhere && { anywhere }),
      times: { sent: found.length, expected: count },
      everywhere: all.length,
    };
    if (found.length === 0 && anywhere)
      return {
        ...verdict,
        status: "fail",
        violations: [`The event "${event.eventType}" was not sent in any step of this scenario.`],
        rows: rowsOf(item, null),
        carriedBy: [],
      };
    if (found.length === 0) {
      const at = stepOf(all[0]);
      const where =
        at === undefined ? "" : at < 0 ? " It was sent before the first step." : ` It was sent in step ${at + 1}.`;
      return {
        ...verdict,
        status: "fail",
        violations: [`The event "${event.eventType}" was not sent in this step.${where}`],
        rows: rowsOf(item, null),
        carriedBy: [],
      };
    }
    const judged = found.map((occurrence) => ({
      occurrence,
      faults: attributeViolations(item, occurrence).map(({ attribute, rule }) =>
        rule === "missing-attribute"
          ? `"${attribute.name}" of "${event.eventType}" is missing.`
          : `"${attribute.name}" of "${event.eventType}" is not ${attribute.expected}.`,
      ),
    }));
    const { occurrence, faults: least } = judged.reduce((a, b) => (b.faults.length < a.faults.length ? b : a));
    const times =
      found.length > event.count
        ? [`The event "${event.eventType}" was sent ${found.length} times instead of ${event.count}.`]
        : found.length < event.count
          ? [`The event "${event.eventType}" was sent ${found.length} of ${event.count} times.`]
          : [];
    const violations = [...least, ...times];
    return {
      ...verdict,
      status: violations.length === 0 ? "pass" : "fail",
      violations,
      rows: rowsOf(item, occurrence),
      carriedBy: [
        ...new Set(occurrence.beacons.map(({ provider, account }) => truncate(`${provider} ${account}`, 100))),
      ],
    };
  });
}

const stepOf = (occurrence: Occurrence | undefined): number | undefined =>
  occurrence?.push?.step ?? occurrence?.beacons[0]?.step;

/** Compares each planned attribute with its sent value. Without an occurrence, nothing was observed. */
function rowsOf(item: Item, occurrence: Occurrence | null): ExpectedRow[] {
  const wrong = occurrence === null ? [] : attributeViolations(item, occurrence);
  return item.attributes.map(({ name, expected, expectation }) => ({
    attribute: name,
    expected,
    observed: occurrence === null ? "not sent" : shownValues(name, item, occurrence),
    ok:
      occurrence === null ? expectation.kind === "forbidden" : !wrong.some(({ attribute }) => attribute.name === name),
  }));
}

function shownValues(name: string, item: Item, occurrence: Occurrence): string {
  const { values } = sentValues(name, item, occurrence);
  if (values.length === 0) return "missing";
  return truncate(
    values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(", "),
    KEPT.text,
  );
}

function itemOf(event: PlanEvent, pass: Pass): Item {
  const attributes = event.attributes.flatMap((attribute) => {
    const expectation = parseExpectation(attribute.expected);
    return typeof expectation === "string" ? [] : [{ ...attribute, expectation }];
  });
  const { id, label, eventType, count, order, closed } = event;
  return {
    kind: "event",
    id,
    label,
    eventType,
    names: namesOf(event),
    count,
    order,
    closed,
    attributes,
    linked: null,
    others: [],
    notExercised: null,
    pass,
    screenshotId: null,
    occurrences: [],
  };
}

/** Returns the steps with the events tracked during each, and a failure if a linked event is not as planned. */
export function withTracking(
  steps: readonly StepResult[],
  pass: Pass,
  verdicts: readonly LinkVerdict[],
  mask: (text: string) => string,
): StepResult[] {
  return steps.map((step) => {
    const events = eventsOf(pass, step.index, mask);
    const wrong = verdicts.filter((one) => one.step === step.index && one.status === "fail" && !one.anywhere);
    if (wrong.length === 0 || step.status !== "passed") return { ...step, events };
    const message = wrong.flatMap(({ violations }) => violations).join(" ");
    return {
      ...step,
      events,
      status: "failed",
      failure: {
        message: truncate(mask(message), KEPT.text),
        action: -1,
        op: "expectEvent",
        stepDefId: step.stepDefId ?? "",
        matches: [],
        expected: wrong.map(({ eventType }) => eventType).join(", "),
        actual: events.map(({ name }) => name).join(", ") || "no event",
        url: step.url,
        timedOut: false,
      },
    };
  });
}

/** Returns what was pushed and sent in a step: an event that was pushed and sent to two providers is listed three times. */
function eventsOf(pass: Pass, step: number, mask: (text: string) => string): TrackedEvent[] {
  const pushes = pass.pushes
    .filter((one) => one.step === step && one.kind === "event" && !isInternal(one.name))
    .map(({ name, atMs, parameters, layer }) => ({ provider: layer, name, at: atMs, attributes: parameters }));
  const beacons = pass.beacons
    .filter((one) => one.step === step && one.kind === "event" && !one.secondary)
    .map(({ provider, name, atMs, parameters }) => ({ provider, name, at: atMs, attributes: parameters }));
  return [...pushes, ...beacons]
    .slice(0, KEPT.events)
    .sort((a, b) => a.at - b.at)
    .map((one) => ({ ...one, name: mask(one.name), attributes: maskData(one.attributes, mask) }));
}
