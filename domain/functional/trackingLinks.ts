// The events of a tracking plan that are linked to steps, laid beside what was pushed and sent while a scenario ran. Pure.
import { attributeViolations } from "../pillars/tracking/attributes.ts";
import { parseExpectation } from "../pillars/tracking/expect.ts";
import type { Item } from "../pillars/tracking/item.ts";
import { isInternal } from "../pillars/tracking/names.ts";
import type { Pass } from "../pillars/tracking/observation.ts";
import { occurrencesOf } from "../pillars/tracking/occurrences.ts";
import type { PlanEvent } from "../pillars/tracking/plan.ts";
import { truncate } from "../text.ts";
import type { StepResult, TrackedEvent } from "./attempt.ts";
import { KEPT } from "./limits.ts";
import type { PlannedScenario } from "./plan.ts";
import { readable } from "./textMatch.ts";

/** A planned event that has to happen in a step of this scenario. */
export type LinkedEvent = { event: PlanEvent; step: number };

/** How a linked event did. */
export type LinkVerdict = {
  planEventId: string;
  label: string;
  eventType: string;
  step: number;
  status: "pass" | "fail";
  /** Sentences; none where it passed. */
  violations: string[];
};

const same = (a: string, b: string): boolean => readable(a).toLowerCase() === readable(b).toLowerCase();

/** The links of a feature that fit a scenario: by the step's words, and by its index where a link has none. */
export function linksOf(
  events: readonly PlanEvent[],
  featureId: string,
  { steps }: Pick<PlannedScenario, "steps">,
): LinkedEvent[] {
  return events.flatMap((event) =>
    event.frtLinks
      .filter((link) => link.featureId === featureId)
      .flatMap(({ stepIndex, stepText }) => {
        const fitting = steps.filter(({ text }) => same(text, stepText));
        // A sentence that occurs twice means the one at the index, else the first.
        const named = fitting.find(({ index }) => index === stepIndex) ?? fitting[0];
        const step = stepText.trim() === "" ? steps[stepIndex] : named;
        return step === undefined ? [] : [{ event, step: step.index }];
      }),
  );
}

export const namesOf = ({ eventType, sentAs }: PlanEvent): string[] =>
  sentAs === null ? [eventType] : [eventType, sentAs];

/** How each linked event did. What came in a later step came too late for its own. */
export function judgeLinks(links: readonly LinkedEvent[], pass: Pass): LinkVerdict[] {
  return links.map(({ event, step }) => {
    const names = namesOf(event);
    const found = occurrencesOf(pass, names, { step, away: true });
    const item = itemOf(event, pass);
    const verdict = { planEventId: event.id, label: event.label, eventType: event.eventType, step };
    if (found.length === 0) {
      const elsewhere = occurrencesOf(pass, names, { step: null, away: true })[0];
      const at = elsewhere?.push?.step ?? elsewhere?.beacons[0]?.step;
      const where =
        at === undefined ? "" : at < 0 ? " It was sent before the first step." : ` It was sent in step ${at + 1}.`;
      return {
        ...verdict,
        status: "fail",
        violations: [`The event "${event.eventType}" was not sent in this step.${where}`],
      };
    }
    const faults = found.map((one) =>
      attributeViolations(item, one).map(({ attribute, rule }) =>
        rule === "missing-attribute"
          ? `"${attribute.name}" of "${event.eventType}" is missing.`
          : `"${attribute.name}" of "${event.eventType}" is not ${attribute.expected}.`,
      ),
    );
    const least = faults.reduce((a, b) => (b.length < a.length ? b : a));
    const times =
      found.length > event.count
        ? [`The event "${event.eventType}" was sent ${found.length} times instead of ${event.count}.`]
        : found.length < event.count
          ? [`The event "${event.eventType}" was sent ${found.length} of ${event.count} times.`]
          : [];
    const violations = [...least, ...times];
    return { ...verdict, status: violations.length === 0 ? "pass" : "fail", violations };
  });
}

function itemOf(event: PlanEvent, pass: Pass): Item {
  const attributes = event.attributes.flatMap((attribute) => {
    const expectation = parseExpectation(attribute.expected);
    return typeof expectation === "string" ? [] : [{ ...attribute, expectation }];
  });
  const { id, label, eventType, count, order, closed } = event;
  return {
    ...{ kind: "event", id, label, eventType, names: namesOf(event), count, order, closed, attributes },
    ...{ notExercised: null, pass, screenshotId: null, occurrences: [] },
  };
}

/** The steps with what was tracked during each, and a failure where a linked event is not as planned. */
export function withTracking(
  steps: readonly StepResult[],
  pass: Pass,
  verdicts: readonly LinkVerdict[],
  mask: (text: string) => string,
): StepResult[] {
  return steps.map((step) => {
    const events = eventsOf(pass, step.index, mask);
    const wrong = verdicts.filter((one) => one.step === step.index && one.status === "fail");
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

/** Each event once: a push, or the beacon of one that was only sent. */
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
    .map((one) => JSON.parse(mask(JSON.stringify(one))) as TrackedEvent);
}
