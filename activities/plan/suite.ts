// A full audit: its child runs are stored once, processed by their own workflows, and summed up at the end.
import { ApplicationFailure } from "@temporalio/common";
import type { PageChoice } from "../../domain/audit/pageChoice.ts";
import { PILLAR_NAME, type Pillar } from "../../domain/audit/pillars.ts";
import { pagesOfRun } from "../../domain/audit/sitePages.ts";
import { suiteChildOf, suiteEnd } from "../../domain/audit/suite.ts";
import { childRunIdOf } from "../../domain/ids.ts";
import { inheritedOf } from "../../domain/runs/rerun.ts";
import { browsersOf, FULL_AUDIT, type StatusType, TYPE_OF_PILLAR } from "../../domain/runTypes.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { findProject } from "../../models/projects/queries.ts";
import { insertRun, partOfRun } from "../../models/runs/lifecycle.ts";
import { partsOf } from "../../models/runs/queries.ts";
import { notStarted, type Run } from "../../models/runs/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { type Ended, endRun, type Finishing } from "../projection/endRun.ts";
import { readRun } from "../readRun.ts";
import { requireOpen } from "../requireOpen.ts";
import { endChildren } from "./endChildren.ts";
import { completeHistory } from "./history/completeHistory.ts";
import type { Plan } from "./planRun.ts";

export type SuiteActivities = {
  planSuite(input: { runId: string }): Promise<Plan>;
  childOf(input: { runId: string; index: number }): Promise<{ runId: string; type: StatusType; site?: true }>;
  /** Waits, through retries, until a child that another workflow execution processes has ended. Returns true if it did not pass. */
  childEnded(input: { runId: string }): Promise<boolean>;
  finishSuite(input: Finishing): Promise<Ended>;
};

/** All pillars at the same time: the limits of the queues decide what actually runs in parallel. */
const WINDOW = 8;

export function createSuiteActivities(deps: CommonDeps): SuiteActivities {
  const { models } = deps;

  const childrenOf = (runId: string): Promise<Run[]> => partsOf(models, runId);

  const plan = async (runId: string): Promise<Plan> => {
    const asked = await readRun(deps, runId);
    requireOpen("run", asked);
    if (asked.type !== FULL_AUDIT) throw invalid(`The run ${runId} is a ${asked.type} run and no full audit.`);
    await completeHistory(deps, asked);
    // Includes its history notes, which its parts show too.
    const run = await readRun(deps, runId);
    const { pillars = [], pages: chosen } = run.extra as { pillars?: Pillar[]; pages?: PageChoice };
    const project = await findProject(models, run.projectId, { settings: 1 });
    for (const pillar of pillars) {
      const pages = pagesOfRun({ pillar, settings: project?.settings, asked: chosen, scenarios: run.scenarios });
      const child = childRun(run, pillar, pages, deps.now());
      if (child) await insertRun(models, { ...child, part: await partOfRun(models, child) });
    }
    const children = await childrenOf(runId);
    if (children.length === 0) throw invalid("No pillar of this audit can be run.");
    return { total: children.length, window: WINDOW };
  };

  const finish = async (input: Finishing): Promise<Ended> => {
    const run = await readRun(deps, input.runId);
    // Retried until they have ended: a pillar must not keep running under an audit that is reported as ended.
    if (input.failure && (await endChildren(deps, run)) > 0)
      throw ApplicationFailure.create({
        message: "Runs of the full audit have not ended yet.",
        type: FAILURES.infrastructure,
      });
    const children = (await childrenOf(input.runId)).map(suiteChildOf);
    const end = suiteEnd({ children, failure: input.failure ?? null, cancelledBy: run.cancelledBy });
    return endRun(deps, input, run, {
      ...end,
      progress: { done: children.length, total: children.length, phase: end.status },
    });
  };

  return {
    planSuite: ({ runId }) => plan(runId),
    childOf: async ({ runId, index }) => {
      const child = (await childrenOf(runId))[index];
      if (!child) throw invalid(`The full audit ${runId} has no child number ${index}.`);
      return { runId: child._id, type: child.type, ...(child.pages && { site: true }) };
    },
    childEnded: async ({ runId }) => {
      const child = await readRun(deps, runId);
      if (child.status === "running")
        throw ApplicationFailure.create({ message: "The run is still running.", type: FAILURES.infrastructure });
      return child.verdict !== "pass";
    },
    finishSuite: finish,
  };
}

/** Returns a child run: everything from its parent except the type; null for a pillar that no run type covers. */
function childRun(parent: Run, pillar: Pillar, pages: Run["pages"], at: Date): Run | null {
  const type = TYPE_OF_PILLAR[pillar];
  if (!type) return null;
  const source = parent.rerun?.runs[type];
  const inherited = source ? inheritedOf(source, parent) : {};
  return {
    ...parent,
    ...notStarted(),
    _id: childRunIdOf(parent._id, pillar),
    type,
    browsers: browsersOf(type, parent.browsers),
    pages,
    ...inherited,
    parentRunId: parent._id,
    requestedBy: `the full audit ${parent._id} (${PILLAR_NAME[pillar]})`,
    createdAt: at,
    startedAt: at,
  };
}
