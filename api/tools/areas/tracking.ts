// Tools for the tracking plan and its audits.
import type { AnyTool } from "../tool.ts";
import { exportReport, getAuditReport, getEventProof } from "./tracking/audit.ts";
import { deleteEventTool, getEvent, linkFrt, unlinkFrt, upsertEventTool } from "./tracking/events.ts";
import { deletePageTool, getPage, linkScenario, unlinkScenario, upsertPageTool } from "./tracking/pages.ts";
import {
  discover,
  getPlan,
  listEventAttributes,
  listEvents,
  listPageAttributes,
  listPages,
  updatePlanTool,
} from "./tracking/plan.ts";
import { proveIssueTool } from "./tracking/prove.ts";
import { deleteAttributeTool, setAttributeTool } from "./tracking/rows.ts";

export const trackingTools: readonly AnyTool[] = [
  getPlan,
  discover,
  upsertPageTool,
  upsertEventTool,
  setAttributeTool("page"),
  setAttributeTool("event"),
  linkScenario,
  linkFrt,
  getAuditReport,
  getEventProof,
  proveIssueTool,
  getPage,
  getEvent,
  listPages,
  listEvents,
  listPageAttributes,
  listEventAttributes,
  exportReport,
  deleteAttributeTool("page"),
  deleteAttributeTool("event"),
  deletePageTool,
  deleteEventTool,
  unlinkScenario,
  unlinkFrt,
  updatePlanTool,
];
