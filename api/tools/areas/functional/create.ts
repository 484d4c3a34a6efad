// Creates features from goals.
import { number, object, string } from "yup";
import { FEATURE_STATUSES, groupOf } from "../../../../domain/functional/feature.ts";
import { text } from "../../../lib/validate.ts";
import { createFromGoal } from "../../../operations/functional/createFromGoal.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, environmentArg, projectArg } from "../../args.ts";
import { next } from "../../next.ts";
import { oneLine, plural, quotedText } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";

const createFrtScenario = defineTool({
  name: "create_frt_scenario",
  title: "Create a functional scenario",
  description:
    "Creates a feature from a sentence: an existing one that tests the same (resolved: existing), else steps of the library with names of the inspected pages (created). What cannot be resolved is listed and leaves a draft. Then run_frt_feature.",
  intent: { does: "a functional scenario of a goal", when: [["create", "functional"]] },
  area: "functional",
  profile: "qa",
  mutating: true,
  idempotent: true,
  openWorld: true,
  pageText: ["feature.gherkin"],
  args: {
    project: projectArg(),
    environment: environmentArg(),
    // An empty goal blocks the pipeline, as a missing start path does; a missing one is an argument error.
    goal: described(
      text(4_000).defined("goal is required"),
      "What somebody does and what must then hold; texts in quotes",
    ),
    startPath: described(text(2_000), "Path of the page it begins on"),
    ticketId: described(text(100), "Ticket that asks for it"),
    group: described(text(300), "Folder, as Shop/Checkout"),
  },
  data: object({
    resolved: string().oneOf(["existing", "created"]).required(),
    feature: object({
      featureId: string().required(),
      name: string().required(),
      status: string().oneOf(FEATURE_STATUSES).required(),
      gherkin: string().defined(),
    }),
    score: number().nullable().defined(),
    unresolved: rowsData({ clause: string().required(), reason: string().required() }),
    open: listData(string().required()),
  }),
  example: { goal: "a visitor adds a product to the cart", startPath: "/" },
  async run(use, { goal, startPath, ticketId, group }) {
    const { ctx, caller, project, environment, signal } = use;
    const made = await createFromGoal(ctx, caller, {
      project,
      environment,
      goal,
      startPath,
      ticketId,
      signal,
      ...(group && { group: groupOf(group) }),
    });
    const { featureId, name, status, gherkin, unresolved, tracking, open } = made;
    return {
      summary: oneLine(
        made.resolved === "existing"
          ? `The feature ${quotedText(name)} tests that already (${made.score}).`
          : `${quotedText(name)} was created${status === "draft" ? ` as a draft: ${plural(unresolved.length, "clause")} without steps` : ""}.`,
      ),
      data: {
        resolved: made.resolved,
        feature: { featureId, name, status, gherkin },
        score: made.score,
        unresolved,
        open,
      },
      warnings: made.warnings,
      nextActions: [
        status === "ready"
          ? next(use, `Run ${quotedText(name)}`, "run_frt_feature", { featureId })
          : next(use, `Read ${quotedText(name)}`, "frt_get_feature", { featureId }),
        ...unresolved
          .slice(0, 2)
          .map(({ clause }) =>
            next(use, `Steps for: ${quotedText(clause)}`, "frt_search_step_library", { query: clause }),
          ),
        ...(tracking.length > 0
          ? [
              next(use, "Read the tracking plan, which checks what is sent", "tracking_get_plan"),
              next(use, "Audit the tracking", "run_tracking"),
            ]
          : []),
      ],
    };
  },
});

export const createTools: readonly AnyTool[] = [createFrtScenario];
