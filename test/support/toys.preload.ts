// Adds a toy run type, a toy pillar, a toy job kind and a toy channel to the declarations, before anything is derived from them.
import { registerHooks } from "node:module";
import { JOB_KINDS } from "../../domain/jobs/kinds.ts";
import type { PillarDeclaration, RunDeclaration } from "../../domain/pillars/declaration.ts";
import { DECLARED_PILLARS } from "../../domain/pillars/index.ts";
import { visual } from "../../domain/pillars/visual/pillar.ts";
import { CHANNEL_KINDS, CHANNEL_WORDS } from "../../domain/words/channels.ts";
import { PILLAR_WORDS, type PillarWords } from "../../domain/words/pillars.ts";
import { RUN_WORDS, type RunWords } from "../../domain/words/runs.ts";

const run: RunWords = {
  type: "toy-test",
  pillar: "visual",
  name: "Toy test",
  inSentence: "a toy test",
  trigger: "toy",
  aliases: ["plaything"],
  path: "toy",
  ci: true,
  word: "toy",
  also: ["spielzeug"],
  gates: true,
  reviewed: true,
};
const pillar: PillarWords = {
  name: "game",
  title: "Game",
  parts: "pages",
  place: 2.5,
  screen: "audits",
  metrics: true,
};
const audit: RunWords = {
  type: "game-test",
  pillar: "game",
  name: "Game audit",
  inSentence: "a game audit",
  trigger: "game",
  aliases: [],
  path: "game",
  ci: true,
  word: "game",
  gates: true,
  crawls: true,
};
const game: PillarDeclaration = {
  ...pillar,
  words: /\bgames?\b/,
  weight: 0,
  plan: "free",
  features: [],
  runs: [{ ...audit, workflow: "auditRun" }],
  audit: {
    queue: "browser",
    window: 1,
    site: false,
    lighthouseSeo: false,
    settings: {},
    report: { columns: [], extras: () => ({}) },
  },
};
/** A pillar's checks are loaded by name, but the toy pillar has none. */
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === "./game/table.ts"
      ? { url: "data:text/javascript,export const TITLES = [];", shortCircuit: true }
      : nextResolve(specifier, context),
});
Object.assign(PILLAR_WORDS, { game: pillar });
Object.assign(RUN_WORDS, { [run.type]: run, [audit.type]: audit });
(visual.runs as readonly RunDeclaration[] as RunDeclaration[]).push({ ...run, workflow: "toyRun", shots: "visual" });
(DECLARED_PILLARS as readonly PillarDeclaration[] as PillarDeclaration[]).push(game);
(CHANNEL_KINDS as readonly string[] as string[]).push("pager");
Object.assign(CHANNEL_WORDS, { pager: "Pager" });
Object.assign(JOB_KINDS, { toy_job: { workflow: "toyJob", name: "Toy job", unit: "toys" } });
