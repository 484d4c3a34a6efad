import { copyText } from "../../lib/clipboard.ts";
import { type ReviewView, zoomText } from "./useReviewView.ts";

/** Copies the address of the current view, even if the address bar has not been updated yet. */
export async function copyLink(view: ReviewView, index: number | undefined): Promise<void> {
  const url = new URL(location.href);
  if (index !== undefined) url.searchParams.set("shot", String(index));
  url.searchParams.set("mode", view.mode);
  if (view.zoom === null) url.searchParams.delete("zoom");
  else url.searchParams.set("zoom", zoomText(view.zoom));
  await copyText(url.href);
}
