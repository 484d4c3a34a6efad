// Creates the shot of an uploaded screenshot: for the run when it ends, and for the test that waits for a verdict.
import { given } from "../../domain/given.ts";
import { modeNamed } from "../../domain/visual/modes.ts";
import type { Reason } from "../../domain/visual/outcome.ts";
import { DEFAULT_MAX_HEIGHT, NO_TOLERANCE, type ShotSpec } from "../../domain/visual/shot.ts";
import type { RulesOfScenario } from "../../domain/visual/wideRules/rulesForScenario.ts";
import type { ReferenceFinder } from "../../models/baselines/finder.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import type { Upload } from "../../models/uploads/schema.ts";
import { newShot } from "./newShot.ts";

type Made = {
  run: Run;
  project: Project;
  upload: Upload;
  index: number;
  kind: Shot["kind"];
  /** Null: the project no longer has the scenario. */
  ruled: Pick<RulesOfScenario, "misMatchThreshold" | "comparisonRules" | "toleranceOf"> | null;
  references: ReferenceFinder;
};

/** Returns the shot with its screenshot and page map, and no result yet. */
export function shotOfUpload(made: Made): Shot {
  const { run, project, upload, index, kind, references } = made;
  const spec = specOf(run, project, upload, made);
  const shot = newShot({ index, kind, spec, threshold: spec.misMatchThreshold, references });
  const { artifactId, mapId = null, traceId = null } = upload;
  return {
    ...shot,
    source: "upload",
    attempts: 1,
    captures: [recordOf(upload)],
    artifacts: { ...shot.artifacts, test: artifactId, map: mapId },
    traceId,
  };
}

function specOf(run: Run, project: Project, upload: Upload, { ruled }: Pick<Made, "ruled">): ShotSpec {
  const spec: ShotSpec = {
    runId: run._id,
    projectId: run.projectId,
    environmentId: run.environmentId ?? "",
    scenarioId: upload.scenarioId,
    scenarioLabel: upload.label,
    url: upload.url,
    selector: null,
    viewport: upload.viewport,
    browser: upload.browser,
    // The test itself performs the steps before the screenshot.
    delay: 0,
    readySelector: null,
    hideSelectors: [],
    removeSelectors: [],
    steps: [],
    dismissSelectors: [],
    stabilisers: {},
    fixedTime: null,
    comparisonRules: ruled?.comparisonRules ?? [],
    contentRules: [],
    ...given({ toleranceOf: ruled?.toleranceOf ?? undefined }),
    misMatchThreshold: ruled?.misMatchThreshold ?? NO_TOLERANCE,
    contentChanges: project.settings.visual?.contentChanges ?? null,
    maxHeight: DEFAULT_MAX_HEIGHT,
  };
  const { mode = null } = upload;
  // A mode deleted since then keeps its name, because the baselines under that name are still the right ones.
  if (mode !== null) spec.mode = modeNamed(mode, project.modes) ?? { name: mode };
  return spec;
}

function recordOf({ artifactId, mapId = null, width, height, stable, renderer }: Upload): CaptureRecord {
  const notes: Reason[] = stable
    ? []
    : [{ code: "unstable", message: "The page was still changing when the test took its screenshot." }];
  return {
    attempt: 1,
    artifactId,
    mapId,
    // An artifact's id is the hash of its bytes.
    frameSha256: artifactId,
    pixelSha256: null,
    width,
    height,
    stable,
    renderer,
    notes,
    timings: {},
  };
}
