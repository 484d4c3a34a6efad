import { type Look, zoomText } from "./useLook.ts";

/** The address of what one sees, whether or not the address bar has come that far. */
export async function copyLink(look: Look, index: number | undefined): Promise<void> {
  const url = new URL(location.href);
  if (index !== undefined) url.searchParams.set("shot", String(index));
  url.searchParams.set("mode", look.mode);
  if (look.zoom === null) url.searchParams.delete("zoom");
  else url.searchParams.set("zoom", zoomText(look.zoom));
  await navigator.clipboard.writeText(url.href);
}
