// Status of a run in one sentence; for a cancelled run, who cancelled it.
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
