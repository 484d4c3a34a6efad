// Tools for stored functional tests: features and step definitions.
import type { AnyTool } from "../../tool.ts";
import { addScenario, addStep, deleteScenario, removeStep, updateScenario, updateStep } from "./edit.ts";
import { dryRun, getCoverage, getFeature, getGroups, listFeaturesTool, validateGherkin } from "./features.ts";
import {
  createStepDefTool,
  deleteStepDefTool,
  getStepDef,
  getStepUsage,
  listStepDefsTool,
  updateStepDefTool,
} from "./stepDefs.ts";
import {
  createFeatureTool,
  deleteFeatureTool,
  organizeGroupsTool,
  renameFeature,
  saveDraft,
  setGherkin,
  setGherkinBulk,
} from "./write.ts";

export const recordTools: readonly AnyTool[] = [
  getFeature,
  getGroups,
  organizeGroupsTool,
  saveDraft,
  listStepDefsTool,
  getStepDef,
  getStepUsage,
  validateGherkin,
  dryRun,
  listFeaturesTool,
  getCoverage,
  createStepDefTool,
  updateStepDefTool,
  deleteStepDefTool,
  createFeatureTool,
  renameFeature,
  deleteFeatureTool,
  addScenario,
  updateScenario,
  deleteScenario,
  addStep,
  updateStep,
  removeStep,
  setGherkin,
  setGherkinBulk,
];
