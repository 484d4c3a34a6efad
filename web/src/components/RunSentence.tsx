// How a run stands in one sentence; of one that was cancelled, who did it.
import type { RunRow } from "../lib/runs.ts";
import { Person } from "./Person.tsx";

export const RunSentence = ({ run }: { run: Pick<RunRow, "sentence" | "cancelledBy"> }) =>
  run.cancelledBy ? (
    <>
      Cancelled by <Person who={run.cancelledBy} plain />.
    </>
  ) : (
    run.sentence
  );
