// Runs inside the page's isolated world: finds images with possibly meaningless names, and decorative ones with a text.
import type { ContentPicture } from "../../../../../domain/pillars/a11y/content.ts";
import type { Reading, Unnamed } from "./reading.ts";

export const readPictures = (reading: Reading): { pictures: Unnamed<ContentPicture>[]; count: number } => {
  const { all, at, authored, drawn, get, limits, line, roleOf, silent, up } = reading;
  const fileOf = (picture: Element): string => {
    const address = (picture as HTMLImageElement).currentSrc || get(picture, "src") || get(picture, "data-src");
    if (/^(data|blob):/.test(address)) return "";
    const path = address.split(/[?#]/)[0] ?? "";
    const last = path.slice(path.lastIndexOf("/") + 1);
    try {
      return decodeURIComponent(last).slice(0, 120);
    } catch {
      return last.slice(0, 120);
    }
  };
  /** In a link or button with its own name, an image is not announced. */
  const namedOutside = (picture: Element): boolean => {
    for (let now = up(picture); now !== null; now = up(now))
      if (/^(a|button)$/.test(now.localName) && authored(now) !== "") return true;
    return false;
  };
  const textAround = (picture: Element): string => {
    let around = up(picture);
    for (let steps = 0; steps < 2 && around?.parentElement; steps += 1) {
      if (around.parentElement === document.body || around.parentElement.localName === "main") break;
      around = around.parentElement;
    }
    return line((around?.textContent ?? "").slice(0, 2_000)).toLowerCase();
  };

  const pictures: Unnamed<ContentPicture>[] = [];
  const list = all("img,input[type=image],[role=img]");
  for (const picture of list) {
    if (pictures.length >= limits.each) break;
    const alt = line(get(picture, "alt"));
    const given = authored(picture);
    const name = given || alt;
    const title = line(get(picture, "title"));
    const marked = /^(none|presentation)$/.test(roleOf(picture)) || get(picture, "aria-hidden") === "true";
    const decorative = marked || (picture.hasAttribute("alt") && alt === "" && given === "");
    if (decorative ? name === "" && title === "" : name === "" || name.length > 120) continue;
    const outer = up(picture);
    if (!drawn(picture) || (outer !== null && silent(outer)) || namedOutside(picture)) continue;
    const { width, height } = picture.getBoundingClientRect();
    if (decorative && (width < 5 || height < 5)) continue;
    const file = fileOf(picture);
    pictures.push({
      at: at(picture),
      name: name.slice(0, 120),
      file,
      title: title.slice(0, 120),
      decorative,
      repeated: textAround(picture).includes((name || title).toLowerCase()),
    });
  }
  return { pictures, count: list.length };
};
