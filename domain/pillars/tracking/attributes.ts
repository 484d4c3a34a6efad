// Finds the attributes of one occurrence that do not match their row of the plan.
import { type Held, heldAt, isThere, pageOf } from "./dataLayer.ts";
import { judge, type Typed } from "./expect.ts";
import type { Item, ItemAttribute } from "./item.ts";
import { canonical } from "./names.ts";
import type { Pass, Push } from "./observation.ts";
import type { Occurrence } from "./occurrences.ts";
import { isEmpty, type Lookup, lookUp, rootOf } from "./values.ts";

export type AttributeFault = "missing-attribute" | "wrong-type" | "wrong-value" | "unexpected-attribute";
/** `value`: the wrong value, redacted; null if the attribute is missing or should not be there. */
export type AttributeViolation = {
  rule: AttributeFault;
  attribute: ItemAttribute;
  value: unknown;
  where: "push" | "beacon";
  /** For a missing attribute: the value that the data layer held before, and the push that removed it. */
  lost: Held["lost"];
};

/** Technical parameters that do not describe the event. */
const TECHNICAL =
  /^(?:event|eventCallback|eventTimeout|eventModel|send_to|groups|page_location|page_title|page_referrer|_clear|non_interaction|debug_mode|transport_type|ignore_referrer|engagement_time_msec|ga_session_id|ga_session_number|session_engaged)$|^gtm\./;

/** Parameters that GA4 defines for its events, whether or not a plan lists them. Tag managers read `ecommerce`. */
const GA4_OWN: ReadonlySet<string> = new Set(["items", "value", "currency", "ecommerce"]);
/** The same and other parameters of a single transaction. If an event lacks one, the data layer's value of another event does not count. */
const EVENT_SCOPED: ReadonlySet<string> = new Set([...GA4_OWN, "transaction_id", "tax", "shipping", "coupon"]);

const isScoped = (name: string): boolean => EVENT_SCOPED.has(rootOf(name));

export function attributeViolations(item: Item, occurrence: Occurrence): AttributeViolation[] {
  return item.attributes.flatMap((attribute) => violationsOf(attribute, item, occurrence));
}

/** Returns the names of unplanned attributes. For beacons only if the row is closed, because beacons contain many attributes of their own. */
export function unplannedAttributes(item: Item, { push, parameters }: Occurrence): string[] {
  if (push === null && !item.closed) return [];
  const planned = new Set(item.attributes.flatMap(({ name }) => [name, rootOf(name)]));
  return Object.keys(parameters).filter((name) => !planned.has(name) && !GA4_OWN.has(name) && !TECHNICAL.test(name));
}

/** Returns the attributes whose value could not be checked because it was redacted, not read or too long. */
export function unknownAttributes(item: Item, occurrence: Occurrence): string[] {
  return item.attributes.flatMap(({ name, expectation }) => {
    const { values, typed, unsure } = valuesOf(name, item, occurrence);
    if (unsure) return [name];
    return values.some((value) => !isEmpty(value) && judge(expectation, value, typed) === "unknown") ? [name] : [];
  });
}

function violationsOf(attribute: ItemAttribute, item: Item, occurrence: Occurrence): AttributeViolation[] {
  const { name, expectation } = attribute;
  if (expectation.kind === "forbidden") return forbidden(attribute, occurrence);
  const { values, missing, typed, where, unsure = false, lost = null } = valuesOf(name, item, occurrence);
  if (unsure) return [];
  if (missing || values.length === 0 || values.some(isEmpty))
    return [{ rule: "missing-attribute", attribute, value: null, where, lost }];
  const wrong = values
    .map((value) => ({ value, judgement: judge(expectation, value, typed) }))
    .find(({ judgement }) => judgement === "wrong-type" || judgement === "wrong-value");
  return wrong === undefined
    ? []
    : [{ rule: wrong.judgement as "wrong-type" | "wrong-value", attribute, value: wrong.value, where, lost: null }];
}

/** A forbidden attribute must appear neither in the data layer nor in any beacon. */
function forbidden(attribute: ItemAttribute, { push, beacons }: Occurrence): AttributeViolation[] {
  const { name } = attribute;
  const has = ({ values }: Lookup) => values.some((value) => !isEmpty(value));
  const rule = "unexpected-attribute" as const;
  if (push !== null && (has(lookUp(push.parameters, name)) || has(wrappedIn(push.parameters, name, beacons))))
    return [{ rule, attribute, value: null, where: "push", lost: null }];
  return beacons.some(({ parameters }) => has(lookUp(parameters, name)))
    ? [{ rule, attribute, value: null, where: "beacon", lost: null }]
    : [];
}

/** Returns the values of an attribute, wherever they were found. */
export const sentValues = (name: string, item: Item, occurrence: Occurrence): { values: unknown[] } =>
  valuesOf(name, item, occurrence);

/** `unsure`: a function was pushed before, so the value is unknown. `lost`: the value was there and was removed. */
type Found = {
  values: unknown[];
  missing: boolean;
  typed: Typed;
  where: "push" | "beacon";
  unsure?: boolean;
  lost?: Held["lost"];
};

/** Looks in the event itself, then in its beacons (tags add to a push), then in the contents of the data layer at that time. */
function valuesOf(name: string, item: Item, { push, parameters, beacons, typed }: Occurrence): Found {
  const own = lookUp(parameters, name);
  const where = push === null ? ("beacon" as const) : ("push" as const);
  if (!own.missing && own.values.length > 0) return { ...own, typed, where };
  if (push === null || item.pass === null) return { ...own, typed, where };
  for (const beacon of beacons) {
    const sent = lookUp(beacon.parameters, name);
    if (!sent.missing && sent.values.length > 0) return { ...sent, typed: beacon.typed, where: "beacon" };
  }
  const wrapped = wrappedIn(parameters, name, beacons);
  if (isThere(wrapped)) return { ...wrapped, typed, where };
  // A page row without an event was already looked up in the model itself.
  const state = item.kind === "page" && item.names.length === 0;
  const held = heldFor(name, item, push, state);
  if (!state && isThere(held)) return { ...held, typed: true, where };
  const found = { ...own, typed, where, lost: held.lost };
  const { container } = item.pass;
  if (container === undefined || !pushedFunction(item.pass, push, state)) return found;
  const applied = container === null ? undefined : lookUp(container, name);
  if (applied && isThere(applied)) return { ...applied, typed: true, where };
  // Only a container shows what a function sets, so without one the attribute cannot be reported as missing.
  return container === null ? { ...found, unsure: true } : found;
}

/** GA4's parameters are in `ecommerce` if the push is for a tag manager. What a beacon lacks, though, its tag did not read there. */
const wrappedIn = ({ ecommerce }: Push["parameters"], name: string, beacons: Occurrence["beacons"]): Lookup =>
  beacons.length === 0 && isScoped(name) ? lookUp(ecommerce, name) : { values: [], missing: true };

/** Looks in the layer of the push, then in the other recorded layers. */
function heldFor(name: string, item: Item, push: Push, state: boolean): Held {
  const pass = item.pass as Pass;
  const at = { page: pageOf(push), before: state ? Number.POSITIVE_INFINITY : push.seq };
  const own = new Set(item.names.map(canonical));
  const foreign = (one: Push): boolean =>
    !state && one.kind === "event" && one !== push && (own.has(canonical(one.name)) || belongsTo(one, name, item));
  const held = heldAt(pass, name, { ...at, layer: push.layer }, foreign);
  return isThere(held) || held.lost ? held : heldAt(pass, name, { ...at, layer: null }, foreign);
}

/**
 * Whether the value belongs to the pushed event: it is another planned event with the same attribute, or GA4 defines the value for a
 * single event.
 */
function belongsTo(push: Push, name: string, item: Item): boolean {
  if (isScoped(name)) return true;
  return item.others.some(
    ({ names, attributes }) =>
      attributes.includes(name) && names.some((one) => canonical(one) === canonical(push.name)),
  );
}

const pushedFunction = ({ pushes }: Pass, push: Push, state: boolean): boolean =>
  pushes.some((one) => one.form === "function" && pageOf(one) === pageOf(push) && (state || one.seq < push.seq));
