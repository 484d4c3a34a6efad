// Reasons of the gate about one run.
import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import type { GateCode, GatedRun, GateReason, GateVerdict } from "./gateTypes.ts";

export type Say = (code: GateCode, level: GateVerdict, message: string, figures?: GateReason["data"]) => GateReason;

/** Returns "Visual", or "Visual on Staging" if the gate is about several environments. */
export const gatedName = (pillar: Pillar, environment: string | undefined): string =>
  environment === undefined ? PILLAR_NAME[pillar] : `${PILLAR_NAME[pillar]} on ${environment}`;

/** Each reason begins with the name: "Visual on Staging: ". */
export function saysOf(pillar: Pillar, { runId, environment }: GatedRun): Say {
  const name = gatedName(pillar, environment);
  return (code, level, message, figures) => ({
    code,
    level,
    message: `${name}: ${message}`,
    data: { pillar, runId, ...figures },
  });
}
