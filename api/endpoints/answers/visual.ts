// Response schemas for approvals, baselines and comparisons.
import { boolean, object, string } from "yup";
import { BROWSERS, VIEWPORT_NAMES } from "../../../domain/visual/shot.ts";
import {
  address,
  count,
  id,
  maybeNumber,
  maybeText,
  nextCursor,
  note,
  oneOf,
  rowsOf,
  text,
  time,
  yes,
} from "./fields.ts";
import { named } from "./named.ts";

const place = {
  scenarioLabel: text(),
  viewport: oneOf(VIEWPORT_NAMES).required(),
  browser: oneOf(BROWSERS).required(),
  mode: string().meta(note("Missing: without a mode")),
  selector: maybeText(),
};

export const approval = named(
  "Approval",
  object({
    success: yes(),
    message: text(),
    runId: id().meta(note("The run of these results; the message describes a run that was not named")),
    environmentName: maybeText(),
    branch: maybeText(),
    promoted: rowsOf({ ...place, baselineVersionId: id() }),
    skipped: rowsOf({ ...place, reason: text() }),
  }).required(),
);

export const recompared = named(
  "Recompared",
  object({
    success: yes(),
    message: text(),
    runId: id(),
    recompared: count(),
    changed: rowsOf({ shotId: id(), scenarioLabel: text(), viewport: text(), from: text(), to: text() }),
    skipped: rowsOf({ shotId: id(), scenarioLabel: text(), viewport: text(), reason: text() }),
  }).required(),
);

export const recomparing = named(
  "Recomparing",
  object({ success: yes(), message: text(), runId: id(), resultsUrl: address() }).required(),
);

/** One version of a baseline. */
export const versionFields = {
  versionId: id(),
  version: count(),
  promotedBy: text(),
  how: text(),
  fromRunId: maybeText(),
  previousVersionId: maybeText(),
  commitSha: maybeText(),
  prNumber: maybeNumber(),
  at: time(),
  width: count(),
  height: count(),
  unsettled: maybeText().meta(note("Why no second capture agreed with it; null: one did, or none was taken")),
  picture: address().meta(note("Signed link that expires")),
};

const baselinePlace = {
  baselineId: id(),
  scenarioLabel: string().defined(),
  selector: maybeText(),
  viewport: oneOf(VIEWPORT_NAMES).required(),
  browser: oneOf(BROWSERS).required(),
  mode: string().meta(note("Missing: without a mode")),
  branch: string().defined(),
  environmentId: maybeText(),
};

export const baselines = named(
  "Baselines",
  object({
    baselines: rowsOf({
      ...baselinePlace,
      version: count(),
      versionId: id(),
      updatedAt: time(),
      picture: address().meta(note("Signed link to the current screenshot; it expires")),
      renderer: object({
        browser: string().defined(),
        version: string().defined(),
        platform: string().defined(),
      }).required(),
      history: rowsOf(versionFields).meta(note("Newest first")),
    }),
    nextCursor: nextCursor(),
  }).required(),
);

export const rolledBack = named(
  "RolledBack",
  object({
    success: yes(),
    baselineId: id(),
    changed: boolean().required(),
    current: object(versionFields).required(),
  }).required(),
);

const takenVersion = object({ versionId: id(), version: count(), promotedBy: text(), at: time() });

export const runRolledBack = named(
  "RunRolledBack",
  object({
    success: yes(),
    runId: id(),
    message: text(),
    rolledBack: rowsOf({
      ...baselinePlace,
      taken: takenVersion.required(),
      restored: takenVersion.nullable().meta(note("null: the run created the first baseline, and there is none now")),
      changed: boolean().required(),
    }),
    kept: rowsOf({ ...baselinePlace, taken: takenVersion.required(), newer: takenVersion.required() }).meta(
      note("Promoted again after the run: the newer version stays"),
    ),
  }).required(),
);
