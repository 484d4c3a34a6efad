// Switches off all optional choices of a banner before its selection is saved. Its source is sent to pages.
import type { LabelKind } from "../../../domain/consent/labelKind.ts";

/** `clicks`: number of clicks. `stuck`: number of choices that stay on, so that saving would not be a rejection. */
export type RefuseBoxes = (
  inside: Element[],
  kindOfLabel: (label: string) => LabelKind | null,
) => { clicks: number; stuck: number };

/** `inside`: everything in the banner, including shadow trees. */
export const refuseBoxes: RefuseBoxes = (inside, kindOfLabel) => {
  const ticked = (): HTMLElement[] =>
    inside.filter((element): element is HTMLElement => {
      if (element.matches('input[type="checkbox"]'))
        return (element as HTMLInputElement).checked && !element.matches(":disabled");
      return (
        element instanceof HTMLElement &&
        element.matches('[role="switch"][aria-checked="true"], [role="checkbox"][aria-checked="true"]') &&
        !element.matches('[aria-disabled="true"], :disabled')
      );
    });
  /** Selected radio buttons that are not a rejection, as in a slider of levels. */
  const wrongRadios = (): HTMLInputElement[] =>
    inside.filter(
      (element): element is HTMLInputElement =>
        element instanceof HTMLInputElement &&
        element.type === "radio" &&
        element.checked &&
        !element.disabled &&
        kindOfLabel(radioLabel(element)) !== "reject",
    );
  const radioLabel = (radio: HTMLInputElement): string =>
    (radio.labels?.[0]?.textContent ?? radio.getAttribute("aria-label") ?? radio.value).trim().slice(0, 120);

  let clicks = 0;
  const on = ticked().slice(0, 200);
  for (const box of on) {
    box.click();
    clicks += 1;
  }
  for (const radio of wrongRadios().slice(0, 50)) {
    const refusal = inside.find(
      (element) =>
        element instanceof HTMLInputElement &&
        element.type === "radio" &&
        element.name === radio.name &&
        kindOfLabel(radioLabel(element)) === "reject",
    );
    if (!refusal) continue;
    (refusal as HTMLElement).click();
    clicks += 1;
  }
  return { clicks, stuck: ticked().length + wrongRadios().length };
};
