// Adds a toy run type and a toy job kind to the declared ones, before anything is derived from these.
import { JOB_KINDS } from "../../domain/jobs/kinds.ts";
import type { RunDeclaration } from "../../domain/pillars/declaration.ts";
import { visual } from "../../domain/pillars/visual/pillar.ts";

const run: RunDeclaration = {
  type: "toy-test",
  name: "Toy test",
  inSentence: "a toy test",
  workflow: "toyRun",
  shots: "visual",
  trigger: "toy",
  aliases: ["plaything"],
  ci: true,
  path: "toy",
};
(visual.runs as readonly RunDeclaration[] as RunDeclaration[]).push(run);
Object.assign(JOB_KINDS, { toy_job: { workflow: "toyJob", name: "Toy job", unit: "toys" } });
