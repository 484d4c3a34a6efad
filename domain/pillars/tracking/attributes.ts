// Where the attributes of one occurrence break their row of the plan.
import { judge } from "./expect.ts";
import type { Item, ItemAttribute } from "./item.ts";
import type { Occurrence } from "./occurrences.ts";
import { isEmpty, lookUp } from "./values.ts";

export type AttributeFault = "missing-attribute" | "wrong-type" | "wrong-value" | "unexpected-attribute";
/** `value` is the redacted value that is wrong; null where it is the absence or the presence that is. */
export type AttributeViolation = {
  rule: AttributeFault;
  attribute: ItemAttribute;
  value: unknown;
  where: "push" | "beacon";
};

/** Names that go along with an event and say nothing about it. */
const TECHNICAL =
  /^(?:event|eventCallback|eventTimeout|eventModel|send_to|page_location|page_title|page_referrer|_clear|non_interaction|debug_mode)$|^gtm\./;

export function attributeViolations(item: Item, occurrence: Occurrence): AttributeViolation[] {
  return item.attributes.flatMap((attribute) => violationsOf(attribute, item, occurrence));
}

/** Attributes that nobody planned, by name. Of beacons only the row that is closed is asked: they carry much of their own. */
export function unplannedAttributes(item: Item, { push, parameters }: Occurrence): string[] {
  if (push === null && !item.closed) return [];
  const planned = new Set(item.attributes.flatMap(({ name }) => [name, name.split(/[.[]/)[0] ?? name]));
  return Object.keys(parameters).filter((name) => !planned.has(name) && !TECHNICAL.test(name));
}

/** Attributes whose value could not be judged, because it was redacted, not read or too long. */
export function unknownAttributes(item: Item, occurrence: Occurrence): string[] {
  return item.attributes.flatMap(({ name, expectation }) => {
    const { values, typed } = valuesOf(name, item, occurrence);
    return values.some((value) => !isEmpty(value) && judge(expectation, value, typed) === "unknown") ? [name] : [];
  });
}

function violationsOf(attribute: ItemAttribute, item: Item, occurrence: Occurrence): AttributeViolation[] {
  const { name, expectation } = attribute;
  if (expectation.kind === "forbidden") return forbidden(attribute, occurrence);
  const { values, missing, typed, where } = valuesOf(name, item, occurrence);
  if (missing || values.length === 0 || values.some(isEmpty))
    return [{ rule: "missing-attribute", attribute, value: null, where }];
  const wrong = values
    .map((value) => ({ value, judgement: judge(expectation, value, typed) }))
    .find(({ judgement }) => judgement === "wrong-type" || judgement === "wrong-value");
  return wrong === undefined
    ? []
    : [{ rule: wrong.judgement as "wrong-type" | "wrong-value", attribute, value: wrong.value, where }];
}

/** A forbidden attribute must be neither in the data layer nor in anything that was sent. */
function forbidden(attribute: ItemAttribute, occurrence: Occurrence): AttributeViolation[] {
  const has = (parameters: unknown) => lookUp(parameters, attribute.name).values.some((value) => !isEmpty(value));
  const rule = "unexpected-attribute" as const;
  if (occurrence.push !== null && has(occurrence.push.parameters))
    return [{ rule, attribute, value: null, where: "push" }];
  return occurrence.beacons.some(({ parameters }) => has(parameters))
    ? [{ rule, attribute, value: null, where: "beacon" }]
    : [];
}

/** What was sent under the name of an attribute, wherever it was looked for. */
export const sentValues = (name: string, item: Item, occurrence: Occurrence): { values: unknown[] } =>
  valuesOf(name, item, occurrence);

type Found = { values: unknown[]; missing: boolean; typed: boolean; where: "push" | "beacon" };

/** In the event itself, else in what was sent of it (tags add to a push), else in values that were set before it. */
function valuesOf(name: string, item: Item, { push, parameters, beacons, typed, seq }: Occurrence): Found {
  const own = lookUp(parameters, name);
  const where = push === null ? ("beacon" as const) : ("push" as const);
  if (!own.missing && own.values.length > 0) return { ...own, typed, where };
  if (push === null) return { ...own, typed, where };
  for (const beacon of beacons) {
    const sent = lookUp(beacon.parameters, name);
    if (!sent.missing && sent.values.length > 0) return { ...sent, typed: beacon.typed, where: "beacon" };
  }
  const before =
    item.pass?.pushes.filter((one) => one.kind === "data" && one.seq < seq).map((one) => one.parameters) ?? [];
  const set = lookUp(Object.assign({}, ...before), name);
  return set.missing || set.values.length === 0 ? { ...own, typed, where } : { ...set, typed: true, where };
}
