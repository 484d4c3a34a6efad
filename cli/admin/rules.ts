import { type Command, Option } from "commander";
import { given } from "../../domain/given.ts";
import { COMPARISON_MODES, type ComparisonMode, type Normalizer } from "../../domain/visual/shot.ts";
import { scopeWords } from "../../domain/visual/wideRules/scope.ts";
import type { WideKind } from "../../domain/visual/wideRules/wideRule.ts";
import { optional, runs, text } from "../command.ts";
import { table } from "../output.ts";

const KIND_WORDS: Readonly<Record<WideKind, string>> = {
  mode: "comparison",
  normalize: "content",
  page: "page",
  misMatchThreshold: "tolerance",
};

export function addRules(program: Command): void {
  const group = program.command("rules").description("rules for regions of a scenario; setting one again replaces it");
  const place = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .requiredOption("--project <slug>", "project")
      .requiredOption("--scenario <label>", "label of the scenario")
      .requiredOption("--selector <css>", "the region");

  runs(
    place("set-comparison", "how a region is compared").addOption(
      new Option("--mode <mode>", "what to do with it").choices(COMPARISON_MODES).makeOptionMandatory(),
    ),
    {
      async act({ ctx, caller }, { options, out }) {
        const { setComparisonRule } = await import("../../api/operations/rules/setRule.ts");
        const result = await setComparisonRule(ctx, caller, {
          project: text(options, "project"),
          scenarioLabel: text(options, "scenario"),
          selector: text(options, "selector"),
          mode: text(options, "mode") as ComparisonMode,
        });
        out.answer(result, [result.id === null ? "no rule, none needed" : `${result.id} ${result.change}`]);
      },
    },
  );

  runs(
    place("set-content", "what is replaced in the page before the screenshot").requiredOption(
      "--normalize <kind>",
      "text, number, date, price, image, or fixed:<replacement>",
    ),
    {
      async act({ ctx, caller }, { options, out }) {
        const { setContentRule } = await import("../../api/operations/rules/setRule.ts");
        const result = await setContentRule(ctx, caller, {
          project: text(options, "project"),
          scenarioLabel: text(options, "scenario"),
          selector: text(options, "selector"),
          normalize: text(options, "normalize") as Normalizer,
        });
        out.answer(result, [`${result.id} ${result.change}`]);
      },
    },
  );

  runs(
    group
      .command("list")
      .description("the rules of a project, or those that hold for one scenario")
      .requiredOption("--project <slug>", "project")
      .option("--scenario <label>", "label of the scenario"),
    {
      async act({ ctx, caller }, { options, out }) {
        const { listRules } = await import("../../api/operations/rules/listRules.ts");
        const wanted = given({ project: text(options, "project"), scenario: optional(options, "scenario") });
        const { wideRulesFor } = await import("../../api/operations/rules/wideRulesFor.ts");
        const rules = await listRules(ctx, caller, wanted);
        const wide = await wideRulesFor(ctx, caller, wanted);
        const rows = rules.map(({ id, kind, scenarioLabel, selector, value }) => ({
          id,
          kind: kind === "comparisonRule" ? "comparison" : "content",
          scenario: scenarioLabel,
          selector,
          value,
        }));
        const wideRows = wide.map(({ id, scope, kind, selector, value }) => ({
          id,
          kind: KIND_WORDS[kind],
          scenario: scopeWords(scope),
          selector,
          value,
        }));
        rows.push(...wideRows);
        out.answer({ rules, wide, count: rows.length }, table(rows));
        if (rows.length === 0) out.note("No rules.");
      },
    },
  );

  runs(
    group
      .command("remove")
      .description("remove a rule; after a content rule capture the baselines again")
      .argument("<rule>", 'its id, as "rules list" shows it')
      .requiredOption("--project <slug>", "project"),
    {
      async act({ ctx, caller }, { args, options, out }) {
        const { removeRule } = await import("../../api/operations/rules/removeRule.ts");
        const { removed } = await removeRule(ctx, caller, { project: text(options, "project"), rule: args[0] ?? "" });
        const whose = "scope" in removed ? scopeWords(removed.scope) : removed.scenarioLabel;
        out.answer({ removed }, [`${removed.id} removed: ${removed.value} for "${removed.selector}" of ${whose}`]);
      },
    },
  );
}
