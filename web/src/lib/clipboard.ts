// Copies text, also over plain HTTP, where browsers offer no clipboard to scripts.

/** Rejects if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const before = document.activeElement;
  // Inside an open dialog, because a dialog takes the focus back from everything outside of it.
  const place = before?.closest("[role=dialog]") ?? document.body;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position:fixed;opacity:0";
  place.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!done) throw new Error("The browser blocked copying.");
}
