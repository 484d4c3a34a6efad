// Connects the comment threads of a review with the screen: pins on the picture, and the section of the panel.
import { type ReactNode, type RefObject, useCallback, useMemo, useState } from "react";
import { readDraft } from "../../../lib/drafts.ts";
import { useEach } from "../../../lib/useEach.ts";
import type { Shot } from "../model.ts";
import type { Stage } from "../stage.ts";
import type { Box } from "../view.ts";
import { type Pin, pinsOf, threadsOf } from "./pins.ts";
import { ShotProblems } from "./ShotProblems.tsx";
import { draftKey, Threads } from "./Threads.tsx";
import { useThreads } from "./useThreads.ts";

type Props = {
  project: string;
  runId: string;
  shot: Shot | undefined;
  /** The selected change. */
  region: number | null;
  stage: RefObject<Stage | null>;
  mayWrite: boolean;
  /** Must be a stable function. */
  onWrite: () => void;
  /** Called when a screenshot is shown that has an unfinished comment. Must be a stable function. */
  onDraft: () => void;
  /** Called after the comment was sent or discarded, or another screenshot is shown. Must be a stable function. */
  onWritten: () => void;
  /** Called when drawing starts, to show the new picture. Must be a stable function. */
  onDrawing: () => void;
};

const NO_BOXES: readonly Box[] = [];

type Discussion = {
  pins: readonly Pin[];
  comments: ReactNode;
  /** Whether the next box drawn on the picture becomes the subject of a comment. */
  drawing: boolean;
  onDrew: (box: Box) => void;
  /** The drawn box, while its comment is being written. */
  boxes: readonly Box[];
};

export function useDiscussion(props: Props): Discussion {
  const { project, runId, shot, region, stage, mayWrite, onWrite, onDraft, onWritten, onDrawing } = props;
  const threads = useThreads(runId);
  const [shown, setShown] = useState<string | null>(null);
  const [drawing, setDrawing] = useState(false);
  const [drawn, setDrawn] = useState<Box | null>(null);
  const onDraw = useCallback(
    (on: boolean) => {
      if (on) onDrawing();
      setDrawing(on);
      setDrawn(null);
    },
    [onDrawing],
  );
  const onDrew = useCallback((box: Box) => {
    setDrawing(false);
    setDrawn(box);
  }, []);
  const shotId = shot?.shotId;
  // A box belongs to the screenshot it was drawn on.
  useEach(shotId, () => {
    onDraw(false);
    if (shotId !== undefined && readDraft(draftKey(runId, shotId)) !== "") onDraft();
    else onWritten();
  });
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
            {...{ project, runId, about, drawn, drawing, onDraw, mayWrite, onWrite, onWritten }}
          />
        </>
      )
    );
  }, [project, runId, shot, region, own, shown, stage, drawn, drawing, onDraw, mayWrite, onWrite, onWritten]);
  const boxes = useMemo(() => (drawn ? [drawn] : NO_BOXES), [drawn]);
  return { pins, comments, drawing, onDrew, boxes };
}
