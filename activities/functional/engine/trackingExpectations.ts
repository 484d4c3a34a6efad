// What steps expect of tracking: pushed or sent events, with the attributes of the step's table, and data layer variables.

import { textMatches } from "../../../domain/functional/textMatch.ts";
import { attributeViolations } from "../../../domain/pillars/tracking/attributes.ts";
import { modelOf, pageOf } from "../../../domain/pillars/tracking/dataLayer.ts";
import { parseExpectation } from "../../../domain/pillars/tracking/expect.ts";
import type { Item, ItemAttribute } from "../../../domain/pillars/tracking/item.ts";
import { isInternal } from "../../../domain/pillars/tracking/names.ts";
import type { Pass } from "../../../domain/pillars/tracking/observation.ts";
import { type Occurrence, occurrencesOf } from "../../../domain/pillars/tracking/occurrences.ts";
import { isEmpty, lookUp } from "../../../domain/pillars/tracking/values.ts";
import { ActionFailed, invalidStep } from "./failed.ts";
import type { Overlay } from "./overlay.ts";
import type { Doing } from "./session.ts";

/** An event counts as not sent once nothing new has been recorded for this time. */
const QUIET_MS = 500;
const AGAIN_MS = 100;

const ALL = { step: null, away: true } as const;

export const EVENT_EXPECTATIONS = {
  async expectEvent(doing: Doing) {
    const overlay = overlayOf(doing);
    const name = eventName(doing);
    const attributes = attributesOf(doing);
    let last = "";
    do {
      const pass = overlay.soFar();
      const found = occurrencesOf(pass, [name], ALL);
      const faults = found.map((one) => faultsOf(name, attributes, pass, one));
      if (faults.some((list) => list.length === 0)) return;
      last = faults.at(-1)?.join(" ") ?? "";
      await doing.session.guard.sleep(Math.min(AGAIN_MS, Math.max(1, doing.left())));
    } while (doing.left() > 0);
    const expected = [`event ${name}`, ...attributes.map(({ name: of, expected: value }) => `${of}: ${value}`)].join(
      ", ",
    );
    if (last !== "")
      throw new ActionFailed(`The event "${name}" was sent, but not as expected. ${last}`, { expected, actual: last });
    throw new ActionFailed(`The event "${name}" was neither pushed nor sent.`, {
      expected,
      actual: seenNames(overlay.soFar()),
    });
  },
  async expectNoEvent(doing: Doing) {
    const overlay = overlayOf(doing);
    const name = eventName(doing);
    await overlay.quiet(QUIET_MS, doing.left());
    if (occurrencesOf(overlay.soFar(), [name], ALL).length > 0)
      throw new ActionFailed(`The event "${name}" was sent.`, {
        expected: `no event ${name}`,
        actual: `event ${name}`,
      });
  },
  async expectVariable(doing: Doing) {
    const overlay = overlayOf(doing);
    const { name = "", value, match = "is" } = doing.action;
    let actual = "";
    do {
      const { values, missing } = lookUp(stateOf(overlay.soFar()), name);
      const found = missing ? [] : values.filter((one) => !isEmpty(one));
      if (value === undefined ? found.length > 0 : found.some((one) => textMatches(match, value, wordsOf(one)))) return;
      actual = found.map(wordsOf).join(", ");
      await doing.session.guard.sleep(Math.min(AGAIN_MS, Math.max(1, doing.left())));
    } while (doing.left() > 0);
    const expected = value === undefined ? `a value of ${name}` : `${name}: ${value}`;
    throw new ActionFailed(`The variable "${name}" of the data layer is not as expected.`, { expected, actual });
  },
} as const;

function overlayOf({ session }: Doing): Overlay {
  if (session.overlay) return session.overlay;
  throw new ActionFailed("Tracking is not recorded in this run.");
}

function eventName({ action }: Doing): string {
  const name = action.value ?? action.name ?? "";
  if (name === "") throw invalidStep("The step does not name its event.");
  return name;
}

/** `name` is also an attribute, so below it the second cell must be a title too. */
const isHeader = ([name = "", value = ""]: readonly string[]): boolean =>
  /^(?:attribute|parameter|variable)$/i.test(name) ||
  (/^name$/i.test(name) && /^(?:values?|expected(?: values?)?|expectation|is|)$/i.test(value));

/** Returns the rows of the step's table: an attribute, and its expected value in the tracking plan's syntax. */
function attributesOf({ step }: Doing): ItemAttribute[] {
  if (step.argument?.kind !== "table") return [];
  return step.argument.rows
    .filter((row, i) => i > 0 || !isHeader(row))
    .map(([name = "", expected = "required"]) => {
      const expectation = parseExpectation(expected);
      if (typeof expectation === "string") throw invalidStep(`The attribute "${name}": ${expectation}`);
      return { name, expected, expectation };
    });
}

function faultsOf(name: string, attributes: ItemAttribute[], pass: Pass, occurrence: Occurrence): string[] {
  const item: Item = {
    kind: "event",
    id: name,
    label: name,
    eventType: name,
    names: [name],
    count: 1,
    order: null,
    closed: false,
    attributes,
    linked: null,
    others: [],
    notExercised: null,
    pass,
    screenshotId: null,
    occurrences: [occurrence],
  };
  return attributeViolations(item, occurrence).map(({ attribute, rule, value }) =>
    rule === "missing-attribute"
      ? `"${attribute.name}" is missing.`
      : `"${attribute.name}" must be ${attribute.expected}, but is ${wordsOf(value)}.`,
  );
}

/** Returns the data layer state of the newest document. */
function stateOf({ pushes }: Pass): Record<string, unknown> {
  const all = pushes.filter(({ name }) => !isInternal(name));
  const last = all.at(-1);
  return modelOf(all.filter((push) => last !== undefined && pageOf(push) === pageOf(last)));
}

const wordsOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing")).slice(0, 200);

function seenNames({ pushes, beacons }: Pass): string {
  const names = [
    ...new Set([...pushes, ...beacons].map(({ name }) => name).filter((name) => name !== "" && !isInternal(name))),
  ];
  return names.length === 0 ? "no event" : names.slice(0, 15).join(", ");
}
