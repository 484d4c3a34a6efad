// How to fix axe's violations, by rule. All other rules use axe's description.
import type { AxeRule } from "./gathered.ts";

const MENDING: Record<string, string> = {
  "aria-hidden-focus": "Take what is inside an aria-hidden part out of the tab order, or do not hide the part.",
  "aria-prohibited-attr":
    "Give the element a role that may have a name (such as img, button or group), or write the text into the page instead.",
  "aria-required-attr": "Give the element the attributes that its role needs, or use the native element instead.",
  "aria-valid-attr-value": "Correct the value of the ARIA attribute; ids that it names must exist in the page.",
  "autocomplete-valid": "Use a token of the HTML standard for autocomplete, such as email or street-address.",
  "button-name":
    "Give the button a text or an aria-label that describes its action. An image in it can provide this as alt.",
  bypass: "Begin the page with a link to its main content, or mark the parts with landmarks and headings.",
  "color-contrast": "Make the text darker or its background lighter until the required contrast is reached.",
  "color-contrast-enhanced":
    "For level AAA make the text darker or its background lighter until the contrast is 7:1, or 4.5:1 for large text.",
  "decorative-image-exposed":
    "If the image carries information, describe it in alt. If it is decorative, remove its tabindex and aria attributes.",
  "document-title": "Give the page a title that describes it.",
  "duplicate-id-aria": "Give every element its own id, so that labels and descriptions reach the right one.",
  "empty-heading": "Give the heading a text, or its image an alt text. If you only want space, use CSS instead.",
  "frame-title": "Give the frame a title attribute that describes its content.",
  "html-has-lang": 'Set the language of the page on the html element, such as lang="en".',
  "html-lang-valid": "Set lang to a language tag that exists, such as en or pt-BR.",
  "identical-links-same-purpose":
    "Give links that lead to different pages different names, or show that they lead to the same one.",
  "image-alt": 'Give the image an alt text that describes it. Use alt="" if it is decorative.',
  "input-button-name": "Give the button a value or an aria-label.",
  label: "Tie a label to the field, with for and id or by wrapping it; an aria-label will do where none is shown.",
  "link-in-text-block":
    "Mark links in running text by more than colour: an underline, or a contrast of 3:1 to the text.",
  "link-name": "Give the link a text that describes its target. An image in it needs an alt text.",
  list: "Put nothing but li, script and template directly into a list.",
  "meta-refresh-no-exceptions": "Take the refresh out of the page; let people reload it, or redirect on the server.",
  "meta-viewport": "Remove user-scalable=no and any maximum-scale under 2 from the viewport, so that people can zoom.",
  "nested-interactive": "Take the inner control out of the outer one: a button must hold no link or field.",
  "scrollable-region-focusable": 'Make the scrolling area reachable by keyboard: tabindex="0" and a name.',
  "select-name": "Tie a label to the selection list.",
  "svg-img-alt": "Give the svg a title or an aria-label.",
  "target-size": "Make the target at least 24 × 24 CSS px, or leave that much space around it.",
  "th-has-data-cells":
    "Give every header its cells, and a cell that fills several columns a colspan. Remove headers that head nothing.",
};

export function mendingOf(rule: string, { description, helpUrl }: AxeRule): string {
  const own = Object.hasOwn(MENDING, rule) ? MENDING[rule] : undefined;
  const line = own ?? (/[.!?]$/.test(description) ? description : `${description}.`);
  return helpUrl === "" ? line : `${line} Details: ${helpUrl}`;
}
