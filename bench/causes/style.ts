// Style sheet of the pages, as rules whose values can be changed one by one.
import type { Words } from "./words.ts";

export type Sheet = Record<string, Record<string, string>>;

const HUES = [12, 32, 150, 200, 220, 265, 330];

/** Returns a different look for each site. */
export function sheetOf(words: Words): Sheet {
  const hue = words.pick(HUES);
  const accent = `hsl(${hue} 62% 36%)`;
  const pale = `hsl(${hue} 40% 95%)`;
  const radius = `${words.pick([2, 6, 10])}px`;
  const line = "1px solid #d5d9de";
  const flexRow = { display: "flex", "align-items": "center", gap: "16px" };
  return {
    "*": { "box-sizing": "border-box" },
    body: { margin: "0", font: "16px/1.55 'DejaVu Sans', sans-serif", color: "#22272e", background: "#ffffff" },
    "h1, h2, h3, h4": { "line-height": "1.25", margin: "0 0 12px" },
    h1: { "font-size": "38px" },
    h2: { "font-size": "26px" },
    h3: { "font-size": "19px" },
    h4: { "font-size": "15px" },
    p: { margin: "0 0 14px" },
    a: { color: accent, "text-decoration": "none" },
    img: { display: "block", "max-width": "100%" },
    "ul, ol": { margin: "0", padding: "0", "list-style": "none" },
    ".container": { "max-width": "1120px", margin: "0 auto", padding: "0 20px" },
    ".site-header": {
      background: `${pale} url(/img/header.svg) no-repeat right center / 320px auto`,
      "border-bottom": line,
      padding: "14px 0",
    },
    ".bar": { ...flexRow, "flex-wrap": "wrap" },
    ".logo": { ...flexRow, gap: "8px", "font-weight": "700", "font-size": "20px", color: "#22272e" },
    ".logo-mark": { width: "26px", height: "26px", background: accent, "border-radius": radius },
    ".main-nav": { "margin-left": "auto" },
    ".nav-list": { ...flexRow, "flex-wrap": "wrap" },
    ".nav-link": { padding: "6px 4px", color: "#3b444f" },
    ".button": {
      display: "inline-block",
      padding: "9px 18px",
      background: accent,
      color: "#ffffff",
      "border-radius": radius,
      "font-weight": "600",
      border: "1px solid transparent",
    },
    ".hero": { padding: "56px 0", background: `${pale} url(/img/hero.svg) no-repeat right center / 420px auto` },
    ".hero-text": { "max-width": "560px" },
    ".lead": { "font-size": "19px", color: "#4a5561" },
    ".block": { padding: "34px 0", "border-top": line },
    ".block-note": { color: "#5c6773", "font-size": "14px" },
    ".columns": { display: "grid", "grid-template-columns": "minmax(0, 3fr) minmax(0, 1fr)", gap: "32px" },
    ".grid": { display: "grid", "grid-template-columns": "repeat(auto-fill, minmax(240px, 1fr))", gap: "20px" },
    ".card": { border: line, "border-radius": radius, overflow: "hidden", background: "#ffffff" },
    ".card-body": { padding: "16px" },
    ".card-title": { "font-size": "18px" },
    ".card-text": { "font-size": "14px", color: "#4a5561" },
    ".card-foot": { ...flexRow, "justify-content": "space-between" },
    ".price": { "font-weight": "700", color: "#22272e" },
    ".badge": {
      display: "inline-block",
      padding: "2px 8px",
      "font-size": "12px",
      background: pale,
      color: accent,
      "border-radius": "99px",
    },
    ".meta": { ...flexRow, color: "#5c6773", "font-size": "14px", "margin-bottom": "14px" },
    ".stars": { color: "#b7791f", "font-size": "14px" },
    ".icon": { display: "inline-block", width: "12px", "text-align": "center", color: accent, "font-size": "12px" },
    ".figure": { margin: "0 0 20px" },
    ".caption": { "font-size": "13px", color: "#5c6773" },
    ".quote": { margin: "24px 0", padding: "6px 20px", "border-left": `4px solid ${accent}`, "font-size": "19px" },
    ".panel": { border: line, "border-radius": radius, padding: "16px", "margin-bottom": "20px", background: pale },
    ".list-row": { ...flexRow, padding: "10px 0", "border-bottom": line },
    ".side-link": { display: "block", padding: "5px 0" },
    ".code": { background: "#20262e", color: "#e6edf3", padding: "16px", margin: "0 0 18px", "border-radius": radius },
    ".table": { width: "100%", "border-collapse": "collapse", "font-size": "14px" },
    ".cell": { padding: "10px 12px", "border-bottom": line, "text-align": "left" },
    ".field": { "margin-bottom": "18px" },
    ".label": { display: "block", "font-weight": "600", "margin-bottom": "4px" },
    ".input": { width: "100%", padding: "9px 10px", font: "inherit", border: line, "border-radius": radius },
    ".hint": { "font-size": "13px", color: "#5c6773" },
    ".figure-value": { "font-size": "30px", "font-weight": "700" },
    ".message": { ...flexRow, "align-items": "flex-start", padding: "12px 0", "border-bottom": line },
    ".avatar": { width: "40px", height: "40px", "border-radius": "50%", background: accent },
    ".site-footer": { background: "#20262e", color: "#c9d1d9", padding: "40px 0", "margin-top": "40px" },
    ".footer-grid": { display: "grid", "grid-template-columns": "repeat(auto-fit, minmax(180px, 1fr))", gap: "24px" },
    ".footer-link": { color: "#c9d1d9", display: "block", padding: "3px 0", "font-size": "14px" },
    ".legal": { "margin-top": "28px", "font-size": "13px", color: "#8b949e" },
  };
}

export const cssOf = (sheet: Sheet): string =>
  Object.entries(sheet)
    .map(
      ([selector, values]) =>
        `${selector}{${Object.entries(values)
          .map(([name, value]) => `${name}:${value}`)
          .join(";")}}`,
    )
    .join("\n");
