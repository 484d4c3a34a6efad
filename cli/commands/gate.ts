import { given } from "../../domain/given.ts";
import type { GateVerdict } from "../../domain/health/gateTypes.ts";
import { CLIENT_EXIT, type ClientExit } from "../client/exit.ts";
import { readFacts } from "../client/facts.ts";
import { type CommandDeclaration, pullRequestOf, textOf } from "./command.ts";

type Gate = { verdict: GateVerdict; reasons: { level: GateVerdict; message: string }[] };
const EXITS: Record<GateVerdict, ClientExit> = {
  pass: CLIENT_EXIT.passed,
  warn: CLIENT_EXIT.passed,
  fail: CLIENT_EXIT.failed,
  inconclusive: CLIENT_EXIT.errored,
};

export const gateCommand: CommandDeclaration = {
  name: "gate",
  summary: "print the verdict on a branch, pull request or commit",
  options: [
    { flags: "--branch <name>", description: "overrides the one from CI or git" },
    { flags: "--commit <sha>", description: "only runs of this commit" },
    { flags: "--pr <number>", description: "overrides the pull request from CI" },
    {
      flags: "--against <reference>",
      description: "compare its audits with this run, branch or environment instead of the automatic choice",
    },
  ],
  example: "plumbline gate --pr 7",
  async run({ options, settings, service, out, env, cwd }) {
    const facts = await readFacts(env, cwd);
    const pr = pullRequestOf(options);
    const [branch, commitSha] = [textOf(options, "branch"), textOf(options, "commit")];
    const named = pr !== undefined || branch !== undefined || commitSha !== undefined;
    const prNumber = pr === undefined ? (named ? undefined : facts.prNumber) : pr;
    const place = { project: settings.project ?? undefined, environment: settings.environment ?? undefined };
    const subject = {
      branch: branch ?? (named || prNumber !== undefined ? undefined : facts.branch),
      commitSha,
      prNumber,
    };
    const { data, summary } = await service.invoke<Gate>(
      "gate_pr_quality",
      given({ ...place, ...subject, against: textOf(options, "against") }),
    );
    const reasons = data.reasons.map(({ level, message }) => `  ${level}: ${message}`);
    // The summary repeats the first reason.
    out.answer(data, reasons.length > 0 ? [`Gate: ${data.verdict}`, ...reasons] : [summary]);
    return EXITS[data.verdict];
  },
};
