import { type Command, Option } from "commander";
import { COMPARISON_MODES, type ComparisonMode, type Normalizer } from "../../domain/visual/shot.ts";
import { runs, text } from "../command.ts";

export function addRules(program: Command): void {
  const group = program
    .command("rules")
    .description("how regions of a scenario are treated; setting one again replaces it");
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
        const { setComparisonRule } = await import("../../api/operations/admin/setRule.ts");
        const result = await setComparisonRule(ctx, caller, {
          project: text(options, "project"),
          scenarioLabel: text(options, "scenario"),
          selector: text(options, "selector"),
          mode: text(options, "mode") as ComparisonMode,
        });
        out.answer(result, [`${result.id} ${result.change}`]);
      },
    },
  );

  runs(
    place("set-content", "what is replaced in the page before the shot").requiredOption(
      "--normalize <kind>",
      "text, number, date, price, image, or fixed:<replacement>",
    ),
    {
      async act({ ctx, caller }, { options, out }) {
        const { setContentRule } = await import("../../api/operations/admin/setRule.ts");
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
}
