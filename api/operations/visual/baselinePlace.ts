// The place of a baseline, as responses name it.
import { modeField } from "../../../domain/visual/viewWords.ts";
import { type BaselineKey, NO_ENVIRONMENT } from "../../../models/baselines/key.ts";

export type BaselinePlace = Pick<BaselineKey, "viewport" | "browser" | "branch" | "mode"> & {
  baselineId: string;
  scenarioLabel: string;
  selector: string | null;
  environmentId: string | null;
};

export function baselinePlace(
  baselineId: string,
  key: Pick<BaselineKey, "selector" | "viewport" | "browser" | "branch" | "environmentId" | "mode">,
  scenarioLabel: string,
): BaselinePlace {
  const { selector, viewport, browser, branch, environmentId } = key;
  return {
    baselineId,
    scenarioLabel,
    selector: selector || null,
    viewport,
    browser,
    branch,
    ...modeField(key),
    environmentId: environmentId === NO_ENVIRONMENT ? null : environmentId,
  };
}
