// Profiles where the time of a screenshot goes: mean milliseconds of each phase, as recorded by the captures.
import mongoose from "mongoose";
import { mean } from "../lib/stats.ts";

/** Reads the screenshots of a run. Returns lines "phase ms", slowest first, separately for passed and failed ones. */
export async function profileRun(mongoUri: string, runId: string): Promise<string[]> {
  const connection = await mongoose.createConnection(mongoUri).asPromise();
  try {
    const shots = await connection.collection("shots").find({ runId }).toArray();
    return ["passed", "failed"].flatMap((status) => {
      const timings = shots
        .filter((shot) => shot.status === status)
        .map((shot) => shot.timings as Record<string, number>);
      if (timings.length === 0) return [];
      const names = [...new Set(timings.flatMap((one) => Object.keys(one)))];
      const phases = names
        .map((name) => ({ name, ms: mean(timings.map((one) => one[name] ?? 0)) }))
        .sort((a, b) => b.ms - a.ms)
        .map(({ name, ms }) => `${name} ${ms.toFixed(0)}`);
      return [`${timings.length} ${status}: ${phases.join(" · ")}`];
    });
  } finally {
    await connection.close();
  }
}
