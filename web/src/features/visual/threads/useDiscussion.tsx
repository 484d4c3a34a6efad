// The conversations of a review as the screen needs them: pins for the picture, and the part of the panel.
import { type ReactNode, type RefObject, useMemo, useState } from "react";
import type { Shot } from "../model.ts";
import type { Stage } from "../stage.ts";
import { type Pin, pinsOf, threadsOf } from "./pins.ts";
import { ShotProblems } from "./ShotProblems.tsx";
import { Threads } from "./Threads.tsx";
import { useThreads } from "./useThreads.ts";

type Props = {
  project: string;
  runId: string;
  shot: Shot | undefined;
  /** The change that one looks at. */
  region: number | null;
  stage: RefObject<Stage | null>;
  mayWrite: boolean;
  /** Stable. */
  onWrite: () => void;
};

export function useDiscussion(props: Props): { pins: readonly Pin[]; comments: ReactNode } {
  const { project, runId, shot, region, stage, mayWrite, onWrite } = props;
  const threads = useThreads(runId);
  const [shown, setShown] = useState<string | null>(null);
  const own = useMemo(() => threadsOf(threads, shot?.shotId), [threads, shot?.shotId]);
  const pins = useMemo(() => pinsOf(own, shown), [own, shown]);
  const comments = useMemo(() => {
    const change = region === null ? undefined : shot?.regions[region];
    const about = change ? { box: change.box, selector: change.selector, number: (region ?? 0) + 1 } : null;
    return (
      shot && (
        <>
          <ShotProblems key={shot.shotId} shotId={shot.shotId} {...{ project, runId, mayWrite }} />
          <Threads
            key={`comments ${shot.shotId}`}
            shotId={shot.shotId}
            threads={own}
            current={shown}
            onShow={({ id, pin }) => {
              setShown(id);
              if (pin) stage.current?.flyToBox(pin);
            }}
            {...{ project, runId, about, mayWrite, onWrite }}
          />
        </>
      )
    );
  }, [project, runId, shot, region, own, shown, stage, mayWrite, onWrite]);
  return { pins, comments };
}
