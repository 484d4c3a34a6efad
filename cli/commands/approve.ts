import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { viewWords } from "../../domain/visual/viewWords.ts";
import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { failedLabels } from "../client/failedLabels.ts";
import { harmless, resultWidth, wrapped } from "../terminal.ts";
import { type CommandDeclaration, textOf, wordsOf } from "./command.ts";

export const approveCommand: CommandDeclaration = {
  name: "approve",
  summary: "approve failed results as baselines",
  args: "[scenario...]",
  options: [
    { flags: "--run <runId>", description: "of this run (the latest completed visual test)" },
    { flags: "--all", description: "every failed result of the run" },
    { flags: "--viewport <name>", description: "only phone, tablet or desktop", many: true },
    { flags: "--browser <name>", description: "only chromium, firefox or webkit", many: true },
    { flags: "--mode <name>", description: "only this mode; default means without one", many: true },
    { flags: "--branch <name>", description: "the latest run of this branch" },
  ],
  example: 'plumbline approve "Home" "Checkout" --run run_01K…',
  async run({ args, options, settings, service, out }) {
    const runId = textOf(options, "run");
    const all = options.all === true;
    if (all === args.length > 0) throw wrongUse("Name the scenarios to approve, or --all.");
    if (all && !runId) throw wrongUse("Add --run RUN_ID so that --all cannot approve the wrong run.");
    const scenarios = all && runId ? await failedLabels(service, runId) : args;
    if (scenarios.length === 0) {
      out.answer({ promoted: [], skipped: [] }, ["Nothing to approve: no result of the run failed."]);
      return CLIENT_EXIT.passed;
    }
    const common = {
      project: settings.project ?? undefined,
      environment: settings.environment ?? undefined,
      runId,
      viewports: wordsOf(options, "viewport"),
      browsers: wordsOf(options, "browser"),
      modes: wordsOf(options, "mode"),
      branch: textOf(options, "branch"),
    };
    // A call accepts a limited number of results.
    const approvals: Approved[] = [];
    for (let at = 0; at < scenarios.length; at += AT_ONCE) {
      const body = { ...common, scenarios: scenarios.slice(at, at + AT_ONCE) };
      approvals.push(await service.post("/api/tests/approve", { body }));
    }
    const [first] = approvals as [Approved];
    const approval = {
      ...first,
      message: approvals.map(({ message }) => message).join(" "),
      promoted: approvals.flatMap(({ promoted }) => promoted),
      skipped: approvals.flatMap(({ skipped }) => skipped),
    };
    out.answer(approval, [approval.message, ...skippedLines(approval.skipped)]);
    return CLIENT_EXIT.passed;
  },
};

type Approved = AnswerAt<"POST", "/api/tests/approve">;
type Skipped = Approved["skipped"];
/** Maximum number of scenarios per call; with three viewports and three browsers they have 900 results. */
const AT_ONCE = 100;

/** Lists each reason once, with the results that it applies to. */
function skippedLines(skipped: Skipped): string[] {
  const width = resultWidth() - 4;
  return [...Map.groupBy(skipped, ({ reason }) => reason)].flatMap(([reason, results]) => {
    const names = results.map(
      ({ scenarioLabel, selector, ...view }) =>
        `${scenarioLabel}${selector === null ? "" : ` ${selector}`} (${viewWords(view)})`,
    );
    const more = names.length > MAX_SKIPPED ? ` and ${names.length - MAX_SKIPPED} more` : "";
    const text = harmless(`${reason} ${names.slice(0, MAX_SKIPPED).join(", ")}${more}`);
    return wrapped(`Skipped: ${text}`, width).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`));
  });
}

/** Maximum number of results named per reason. */
const MAX_SKIPPED = 10;
