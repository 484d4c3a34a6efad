// Args and response schemas that the tools for the tracking plan share.
import { array, boolean, number, object, string } from "yup";
import type { PlanEvent, PlanPage } from "../../../../domain/pillars/tracking/plan.ts";
import { requiredText } from "../../../lib/validate.ts";
import type { RowChange } from "../../../operations/tracking/rows.ts";
import { listData } from "../../answers.ts";
import { described } from "../../args.ts";

export const pageIdArg = () => described(requiredText(120), "Id of the plan page");
export const eventIdArg = () => described(requiredText(120), "Id of the plan event");
export const attributeNameArg = () => described(requiredText(200), "Name or path, such as items[].price");

/** Returns the result of an upsert in words. */
export const said = (change: RowChange): string => (change === "unchanged" ? "is unchanged" : `was ${change}`);

/** Returns the args that are fields of a page or an event, under their names in the plan. */
export function fieldsOf<T>(shape: object, args: object): T {
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => name in shape && value !== undefined)) as T;
}

export const attributeData = object({ name: string().required(), expected: string().required() });
export const attributesData = () => listData(attributeData);

export const pageData = object({
  id: string().required(),
  label: string().required(),
  pageType: string().required(),
  path: string().nullable().defined(),
  scenarioIds: listData(string().required()),
  attributes: attributesData(),
  closed: boolean(),
});

const triggerData = object({
  on: string().required(),
  path: string().nullable(),
  selector: string().nullable(),
  percent: number().nullable(),
  fields: array().of(object({ selector: string().required(), value: string().defined() })),
});

const frtLinkData = object({
  featureId: string().required(),
  stepIndex: number().required(),
  stepText: string().defined(),
});
export const frtLinksData = () => listData(frtLinkData);

export const eventData = object({
  id: string().required(),
  label: string().required(),
  eventType: string().required(),
  pageId: string().nullable().defined(),
  trigger: triggerData.nullable().defined(),
  attributes: attributesData(),
  frtLinks: frtLinksData(),
  count: number(),
  order: number().nullable(),
  closed: boolean(),
  sentAs: string().nullable(),
});

/** Returns the page without fields that have their default value, unless `verbose`. tracking_update_plan accepts both forms. */
export function pageView(page: PlanPage, verbose = false): object {
  const { closed, ...rest } = page;
  return verbose || closed ? page : rest;
}

/** The same for an event. */
export function eventView(event: PlanEvent, verbose = false): object {
  if (verbose) return event;
  const { count, order, closed, sentAs, trigger, ...rest } = event;
  return {
    ...rest,
    trigger: trigger && Object.fromEntries(Object.entries(trigger).filter(([, value]) => value !== null)),
    ...(count !== 1 && { count }),
    ...(order !== null && { order }),
    ...(closed && { closed }),
    ...(sentAs !== null && { sentAs }),
  };
}
