// Takes the screenshot: frames of the page at rest until one is reliable.
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import type { Entered } from "./enterPage.ts";
import { type Prepared, type Preparing, prepareAgain } from "./prepare.ts";
import { isIdle, nextRuns } from "./rest.ts";
import { type KnownFrame, type Shot, shootUntilStable } from "./shoot.ts";

/** `prepared`: state of the page at the last frame. `again`: takes one more frame; null: the page yields none any longer. */
export type Taken = { shot: Shot; prepared: Prepared; again: () => Promise<NextFrame | null> };
export type NextFrame = { png: Uint8Array; prepared: Prepared };

export async function takeFrames(
  preparing: Preparing,
  first: Prepared,
  known: KnownFrame,
  { orSignedOut }: Pick<Entered, "orSignedOut">,
): Promise<Taken> {
  const { driver, guard, limits, enabled, traffic } = preparing;
  let prepared = first;
  const shoot = () => guard.run(driver.shoot(prepared.clip), limits.frameMs, noFrame);
  const refresh = async (): Promise<void> => {
    prepared = await prepareAgain(preparing);
  };
  // Only a screenshot at rest is watched for longer, and only if it is not a known one.
  const asks = preparing.spec.rest ? { nextRuns: () => nextRuns(preparing) } : {};
  const shot = await shootUntilStable(
    {
      shoot,
      refresh,
      // A scenario that does not wait for the network does not wait for it here.
      quiet: () => !enabled.some(({ name }) => name === "networkQuiet") || traffic.openRequests().length === 0,
      idle: () => isIdle(preparing),
      sleep: guard.sleep,
      now: () => performance.now(),
      ...asks,
    },
    known,
  )
    .catch(orSignedOut)
    .catch((error: unknown) => {
      if (error instanceof CaptureFailure || guard.signal.aborted) throw error;
      throw pictureFailure(error);
    });
  const again = async (): Promise<NextFrame | null> => {
    try {
      await refresh();
      return { png: await shoot(), prepared };
    } catch (error) {
      if (guard.signal.aborted) throw error;
      return null;
    }
  };
  return { shot, prepared, again };
}

/** Returns the note about a page that did not come to rest. */
export function unstable({ movingRegion }: Shot): Reason {
  const where =
    movingRegion === null
      ? ""
      : ` It keeps moving at x=${movingRegion.x}, y=${movingRegion.y}, ${movingRegion.width}×${movingRegion.height} px.`;
  const message = `The page did not come to rest within 5 s.${where}`;
  return { code: "unstable", message, data: { ...movingRegion } };
}

function noFrame(): CaptureFailure {
  return new CaptureFailure("timeout", "The page's screenshot was not drawn in time.");
}

function pictureFailure(error: unknown): CaptureFailure {
  const line = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
  return new CaptureFailure("page_error", `The browser could not draw the page: ${line.slice(0, 200)}`);
}
