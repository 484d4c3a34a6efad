// Tools shared by pages and events of the plan: setting and deleting an attribute.
import { object, string } from "yup";
import { PLAN_ATTRIBUTE } from "../../../../domain/pillars/tracking/parsePlan.ts";
import { deleteAttribute } from "../../../operations/tracking/deleteAttribute.ts";
import { setAttribute } from "../../../operations/tracking/setAttribute.ts";
import { changeData } from "../../answers.ts";
import { described, projectArg } from "../../args.ts";
import { next, startOf } from "../../next.ts";
import { oneLine } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";
import { attributeData, attributeNameArg, attributesData, eventIdArg, pageIdArg } from "./shapes.ts";

const ROWS = {
  page: { idArg: pageIdArg, idName: "pageId", example: { pageId: "page-cart" } },
  event: { idArg: eventIdArg, idName: "eventId", example: { eventId: "event-add-to-cart" } },
} as const;

const WHERE = {
  page: "a page has in the data layer (the name event means the page's own event)",
  event: "an event sends",
} as const;

/** Returns required args by name as strings. The name of the row id's arg is computed, which hides the types of all args. */
const textsOf = <const N extends readonly string[]>(given: Record<string, unknown>, ...names: N) =>
  names.map((name) => String(given[name])) as { [I in keyof N]: string };

export function setAttributeTool(kind: "page" | "event"): AnyTool {
  const { idArg, idName, example } = ROWS[kind];
  return defineTool({
    name: `tracking_set_${kind}_attribute`,
    title: `Set an attribute of a plan ${kind}`,
    description: `Sets the expected value of one attribute that ${WHERE[kind]}; the others stay. Then call run_full_audit (pillars: tracking) to test it.`,
    area: "tracking",
    profile: "qa",
    mutating: true,
    idempotent: true,
    args: {
      project: projectArg(),
      [idName]: idArg(),
      name: described(PLAN_ATTRIBUTE.name, "Name or path, such as items[].price"),
      expected: described(
        PLAN_ATTRIBUTE.expected,
        "required, forbidden, a value, a|b, a*, a type (string, number, iso-currency …), re:<pattern>",
      ),
    },
    data: object({
      [idName]: string().required(),
      attribute: attributeData.required(),
      change: changeData(),
      before: string().nullable().defined(),
      attributes: attributesData(),
    }),
    example: { ...example, name: "currency", expected: "iso-currency" },
    async run({ ctx, caller, project, environment }, given) {
      const [id, name, expected] = textsOf(given, idName, "name", "expected");
      const done = await setAttribute(ctx, caller, { project, kind, id, name, expected });
      const { change, before } = done;
      const how = change === "unchanged" ? " as before" : before === null ? "" : ` instead of ${before}`;
      return {
        summary: oneLine(`The ${kind} ${id} must have ${name}: ${expected}${how}.`),
        data: { [idName]: id, ...done },
        nextActions: [startOf({ project, environment }, "tracking", "Test the plan")],
      };
    },
  });
}

export function deleteAttributeTool(kind: "page" | "event"): AnyTool {
  const { idArg, idName, example } = ROWS[kind];
  return defineTool({
    name: `tracking_delete_${kind}_attribute`,
    title: `Delete an attribute of a plan ${kind}`,
    description: `Takes one attribute out of a ${kind} of the plan. Call tracking_get_${kind} to see its attributes.`,
    area: "tracking",
    profile: "full",
    mutating: true,
    destructive: true,
    idempotent: true,
    args: { project: projectArg(), [idName]: idArg(), name: attributeNameArg() },
    data: object({ [idName]: string().required(), deleted: attributeData.required(), attributes: attributesData() }),
    example: { ...example, name: "currency" },
    async run({ ctx, caller, project, environment }, given) {
      const [id, name] = textsOf(given, idName, "name");
      const { attribute, attributes } = await deleteAttribute(ctx, caller, { project, kind, id, name });
      return {
        summary: oneLine(`The ${kind} ${id} no longer requires ${name}, which had to be ${attribute.expected}.`),
        data: { [idName]: id, deleted: attribute, attributes },
        nextActions: [
          next({ project, environment }, "Put it back", `tracking_set_${kind}_attribute`, {
            [idName]: id,
            ...attribute,
          }),
        ],
      };
    },
  });
}
