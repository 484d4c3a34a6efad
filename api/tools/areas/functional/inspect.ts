// Lists what steps of functional tests can name on a page.
import { array, boolean, number, object, string } from "yup";
import { ProductError } from "../../../../domain/errors.ts";
import { LOCATOR_KINDS } from "../../../../domain/functional/target.ts";
import { requiredText, text, wholeNumber } from "../../../lib/validate.ts";
import { inspectPage } from "../../../operations/projects/inspectPage.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, environmentArg, projectArg, viewportArg } from "../../args.ts";
import { next } from "../../next.ts";
import { oneLine, plural, quotedText } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";

const locatorShape = () =>
  object({
    by: string().oneOf(LOCATOR_KINDS).required(),
    value: string().required(),
    name: string(),
    exact: boolean(),
  });

const frtInspectPage = defineTool({
  name: "frt_inspect_page",
  title: "What steps can name on a page",
  description:
    "Opens a page and lists its controls with role, name and locators that each match one element, its landmarks and forms. Call it before you write steps: use these names in patterns of frt_search_step_library. count over 1: name them by row.",
  intent: { does: "names and locators for steps", when: [["inspect", "functional"]] },
  area: "functional",
  profile: "qa",
  mutating: false,
  openWorld: true,
  pageText: ["title", "landmarks", "forms", "elements"],
  args: {
    project: projectArg(),
    environment: environmentArg(),
    url: described(requiredText(2_000), "On the project's site: absolute, or a path"),
    viewport: viewportArg(),
    within: described(text(1_000), "CSS selector of a part"),
    elements: described(wholeNumber(1, 100), "Maximum controls listed; default 40"),
  },
  data: object({
    url: string().required(),
    finalUrl: string().required(),
    title: string().defined(),
    landmarks: rowsData({ role: string().required(), name: string().defined() }),
    forms: rowsData({
      name: string().defined(),
      method: string().required(),
      fields: rowsData({
        label: string().defined(),
        type: string().required(),
        required: boolean().required(),
        options: array().of(string().defined()),
      }),
    }),
    elements: rowsData({
      role: string().required(),
      name: string().defined(),
      label: string().nullable().defined(),
      locator: locatorShape().nullable().default(undefined).defined(),
      alternatives: listData(locatorShape()),
      count: number().required(),
      visible: boolean().required(),
      disabled: boolean(),
      href: string(),
      row: string(),
      options: array().of(string().defined()),
    }),
  }),
  example: { url: "/" },
  async run(use, { url, viewport, within, elements: limit = 40 }) {
    const { ctx, caller, project, environment, signal } = use;
    const wish = { within: within ?? null, limit };
    const input = { project, environment, url, viewport, what: "targets", wish, signal } as const;
    const { data, url: asked, finalUrl, warnings } = await inspectPage(ctx, caller, input);
    if (data === null)
      throw new ProductError(
        "not_found",
        `Nothing on ${asked} matches ${within}, or it is not CSS. Call it without within to see the whole page.`,
      );
    const several = data.elements.filter(({ count }) => count > 1).length;
    const cut = data.totals.elements - data.elements.length;
    return {
      summary: oneLine(
        `${data.title ? quotedText(data.title) : asked}: ${plural(data.elements.length, "control")}, ${plural(data.forms.length, "form")}${several > 0 ? `; ${several} share their role and name with others` : ""}.`,
      ),
      data: {
        url: asked,
        finalUrl,
        title: data.title,
        landmarks: data.landmarks.map(({ role, name }) => ({ role, name })),
        forms: data.forms.map(({ name, method, fields }) => ({
          name,
          method,
          fields: fields.map(({ label, type, required, options }) => ({
            label,
            type,
            required,
            ...(options && { options }),
          })),
        })),
        elements: data.elements.map(({ role, name, label, target, count, visible, disabled, href, row, options }) => ({
          role,
          name,
          label,
          locator: target.locators[0] ?? null,
          alternatives: target.locators.slice(1),
          count,
          visible,
          ...(disabled && { disabled }),
          ...(href !== undefined && { href }),
          ...(row !== undefined && { row }),
          ...(options && { options }),
        })),
      },
      warnings: [
        ...warnings,
        ...(cut > 0
          ? [`${plural(cut, "more control")} not listed: name a part by within, or ask for more elements.`]
          : []),
      ],
      nextActions: [next(use, "Find steps for these controls", "frt_search_step_library", { query: "click a button" })],
    };
  },
});

export const inspectTools: readonly AnyTool[] = [frtInspectPage];
