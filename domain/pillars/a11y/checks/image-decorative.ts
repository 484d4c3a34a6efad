import { type Check, review } from "../../../audit/finding.ts";
import { about, listed, onContent, quoted } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

/** Only a person sees whether a picture is decoration. WCAG 1.1.1, technique H67. */
export const imageDecorative: Check<A11yData> = {
  rule: "image-decorative",
  severity: "moderate",
  title: "Pictures that are marked as decoration have no text.",
  fault: "Image marked as decorative may have meaning",
  help: 'Where the picture says something, give it its text as alt and take role="none" or aria-hidden away; where it is decoration, remove the text and leave alt="".',
  run: onContent(({ counts, pictures }) => {
    const results = pictures.flatMap((picture) => {
      const text = picture.name || picture.title;
      // The same words beside it make the picture decoration indeed.
      if (!picture.decorative || picture.repeated) return [];
      const why =
        picture.name === ""
          ? `has an empty alt, and the title ${quoted(text)} that screen readers may leave out`
          : `is hidden from screen readers, and has the text ${quoted(text)}`;
      return [
        review(
          `A person must check this: the picture ${why}. It is either decoration or it says something.`,
          ...about(["wcag2a", "wcag111"], picture, { text, file: picture.file }),
        ),
      ];
    });
    return listed(results, counts.pictures, "pictures");
  }),
};
